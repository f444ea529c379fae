import { Field } from '@/components/ui/form/Field'
import type { FieldName } from '@/lib/contact/fields'
import type { ContactTexts } from './types'

type ContactFieldsProps = {
  texts: ContactTexts
  /** What is wrong with a field, if anything. */
  errors?: Partial<Record<FieldName, string | undefined>>
  readOnly?: boolean
}

/** The fields of the contact form; the same before its script has come and after. */
export function ContactFields({ texts, errors = {}, readOnly = false }: ContactFieldsProps) {
  const field = (name: FieldName) => ({ id: `contact-${name}`, name, error: errors[name], readOnly })
  return (
    <>
      <Field {...field('name')} label={texts.nameLabel} type="text" autoComplete="name" />
      <Field {...field('email')} label={texts.emailLabel} type="email" autoComplete="email" />
      <Field
        {...field('phone')}
        label={texts.phoneLabel}
        optional={texts.optional ?? ''}
        type="tel"
        autoComplete="tel"
      />
      <Field {...field('message')} label={texts.messageLabel} placeholder={texts.messagePlaceholder} />
      {/* Programs fill in every field they find; people neither see this one nor reach it. */}
      <div aria-hidden className="sr-only">
        <input type="text" name="website" tabIndex={-1} autoComplete="off" />
      </div>
    </>
  )
}
