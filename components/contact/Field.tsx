import type { FieldName } from '@/lib/contact/fields'

type FieldProps = {
  name: FieldName
  label: string | null | undefined
  /** What stands behind the label of a field that may be empty; its presence makes it so. */
  optional?: string | null
  error: string | undefined
  readOnly: boolean
  type?: 'text' | 'email' | 'tel'
  autoComplete?: string
  placeholder?: string | null | undefined
}

/** A labelled field with its error. */
export function Field({ name, label, optional, error, type, placeholder, ...rest }: FieldProps) {
  const id = `contact-${name}`
  const common = {
    ...rest,
    id,
    name,
    required: optional === undefined,
    placeholder: placeholder ?? undefined,
    dir: 'auto',
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${id}-error` : undefined,
    className: 'field-input',
  } as const
  return (
    <div className="field">
      <label htmlFor={id} className="field-label">
        {label}
        {optional && <span className="field-optional"> ({optional})</span>}
      </label>
      {type ? <input {...common} type={type} /> : <textarea {...common} rows={7} />}
      {error && (
        <p id={`${id}-error`} className="field-error">
          {error}
        </p>
      )}
    </div>
  )
}
