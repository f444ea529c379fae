import { labelField, type TextFieldOptions } from '../fields/text'

/** Creates a function that defines message fields, each with this maximum length unless its options have another. */
export function createMessageField(maxLength: number) {
  return (name: string, title: string, description: string, options: TextFieldOptions = {}) => {
    const { max = maxLength } = options
    return labelField(name, title, description, { max, rows: max > 100 ? 2 : undefined, ...options })
  }
}

/** Defines a message field of at most 80 characters by default. */
export const message = createMessageField(80)

const mailText = createMessageField(480)

/** The placeholders of an email's texts. */
type MailPlaceholders = { subject?: string[]; preheader?: string[]; text?: string[]; link?: string[] }

/**
 * Defines the messages of an email about a membership.
 *
 * @param sentWhen - when it is sent
 * @param textHint - what the text has to say
 */
export const mailMessages = (
  prefix: string,
  title: string,
  sentWhen: string,
  textHint: string,
  { subject, preheader, text, link }: MailPlaceholders = {},
) => [
  message(`${prefix}Subject`, `${title}: subject`, sentWhen, { placeholders: subject }),
  message(`${prefix}Preheader`, `${title}: preview`, 'Beside the subject in mailboxes.', {
    placeholders: preheader,
  }),
  message(`${prefix}Heading`, `${title}: heading`, 'In that email.'),
  mailText(`${prefix}Text`, `${title}: text`, `In that email. ${textHint}`, { placeholders: text }),
  message(`${prefix}Link`, `${title}: button`, 'Below the text.', { placeholders: link }),
]
