import { Field } from '@/components/ui/form/Field'
import { fillTemplate } from '@/lib/content/format'
import type { FieldName } from '@/lib/membership/fields'
import { fewestCharacters } from '@/lib/membership/password'
import type { SharedTexts } from './texts'

type FieldTexts = SharedTexts & { newEmailLabel?: string }

type MemberFieldsProps = {
  /** Begins the id of each field; unique on the page. */
  id: string
  names: readonly FieldName[]
  texts: FieldTexts
  /** What is wrong with a field, if anything. */
  errors?: Partial<Record<FieldName, string | undefined>>
  readOnly?: boolean
  /** Shows passwords as they are. */
  isReadable?: boolean
}

/** Password managers and the browser's own suggestions go by these (https://html.spec.whatwg.org/#autofill). */
const kinds = {
  email: { label: 'emailLabel', type: 'email', autoComplete: 'username', inputMode: 'email' },
  newEmail: { label: 'newEmailLabel', type: 'email', autoComplete: 'email', inputMode: 'email' },
  password: { label: 'passwordLabel', type: 'password', autoComplete: 'current-password' },
  currentPassword: { label: 'currentPasswordLabel', type: 'password', autoComplete: 'current-password' },
  newPassword: { label: 'newPasswordLabel', type: 'password', autoComplete: 'new-password' },
  code: { label: 'codeLabel', type: 'text', autoComplete: 'one-time-code', inputMode: 'numeric' },
  appCode: { label: 'appCodeLabel', type: 'text', autoComplete: 'one-time-code', inputMode: 'numeric' },
} as const satisfies Record<FieldName, { label: keyof FieldTexts; [attribute: string]: string }>

/** The fields of a form of members; the same before its script has come and after. */
export function MemberFields(props: MemberFieldsProps) {
  const { id, names, texts, errors = {}, readOnly = false, isReadable = false } = props
  return names.map((name) => {
    const { label, type, ...attributes } = kinds[name]
    return (
      <Field
        key={name}
        {...attributes}
        id={`${id}-${name}`}
        name={name}
        label={texts[label]}
        hint={
          name === 'newPassword' ? fillTemplate(texts.passwordHint, { min: fewestCharacters }) : undefined
        }
        type={type === 'password' && isReadable ? 'text' : type}
        autoCapitalize="none"
        spellCheck={false}
        error={errors[name]}
        readOnly={readOnly}
      />
    )
  })
}
