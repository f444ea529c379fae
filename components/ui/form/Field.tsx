import type { ComponentProps } from 'react'

type FieldProps = {
  /** An id that is unique on the page. */
  id: string
  name: string
  label: string | null | undefined
  hint?: string | undefined
  /** The suffix of an optional field's label, such as “optional”; may be empty. Undefined for a required field. */
  optionalLabel?: string | null
  error: string | undefined
  readOnly: boolean
  type?: 'text' | 'email' | 'tel' | 'password' | 'datetime-local'
  placeholder?: string | null | undefined
} & Pick<
  ComponentProps<'input'>,
  'autoComplete' | 'defaultValue' | 'inputMode' | 'autoCapitalize' | 'spellCheck' | 'min' | 'max' | 'step'
>

/** A labeled field with its hint and error. Without a `type` it is a textarea. */
export function Field({
  id,
  name,
  label,
  hint,
  optionalLabel,
  error,
  type,
  placeholder,
  ...attributes
}: FieldProps) {
  const descriptionIds = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  const inputProps = {
    ...attributes,
    id,
    name,
    required: optionalLabel === undefined,
    placeholder: placeholder ?? undefined,
    dir: 'auto',
    'aria-invalid': error ? true : undefined,
    'aria-describedby': descriptionIds || undefined,
    className: 'field-input',
  } as const
  return (
    <div className="field">
      <label htmlFor={id} className="field-label">
        {label}
        {optionalLabel && <span className="field-optional"> ({optionalLabel})</span>}
      </label>
      {type ? <input {...inputProps} type={type} /> : <textarea {...inputProps} rows={7} />}
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
