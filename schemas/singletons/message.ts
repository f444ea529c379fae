/** One text that the site says. */
export type Message = {
  name: string
  title: string
  description: string
  placeholders?: readonly string[]
  /** Most characters, 80 when missing. */
  max?: number
}

/** Names one text; 80 characters fit unless it says more. */
export const message = (
  name: string,
  title: string,
  description: string,
  more: Partial<Message> = {},
): Message => ({
  name,
  title,
  description,
  ...more,
})
