import type { ComponentProps } from 'react'

type FieldProps = {
  /** Unique on the page. */
  id: string
  name: string
  label: string | null | undefined
  /** A hint below the field. */
  hint?: string | undefined
  /** The suffix of an optional field's label; its presence makes the field optional. */
  optional?: string | null
  error: string | undefined
  readOnly: boolean
  type?: 'text' | 'email' | 'tel' | 'password'
  placeholder?: string | null | undefined
} & Pick<ComponentProps<'input'>, 'autoComplete' | 'inputMode' | 'autoCapitalize' | 'spellCheck'>

/** A labelled field with its hint and its error. */
export function Field({ id, name, label, hint, optional, error, type, placeholder, ...rest }: FieldProps) {
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  const common = {
    ...rest,
    id,
    name,
    required: optional === undefined,
    placeholder: placeholder ?? undefined,
    dir: 'auto',
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described || undefined,
    className: 'field-input',
  } as const
  return (
    <div className="field">
      <label htmlFor={id} className="field-label">
        {label}
        {optional && <span className="field-optional"> ({optional})</span>}
      </label>
      {type ? <input {...common} type={type} /> : <textarea {...common} rows={7} />}
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="field-error">
          {error}
        </p>
      )}
    </div>
  )
}
