/** One text that the site says. */
export type Message = {
  name: string
  title: string
  description: string
  placeholders?: readonly string[]
  /** Most characters. */
  max: number
}

/** Makes a function that names texts of up to so many characters. */
export function messagesUpTo(max: number) {
  return (name: string, title: string, description: string, more: Partial<Message> = {}): Message => ({
    name,
    title,
    description,
    max,
    ...more,
  })
}

/** Names one text, of up to 80 characters unless it says more. */
export const message = messagesUpTo(80)
