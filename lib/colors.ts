/** The warm near-black of text and of the dark room; for style sheets it is `--color-ink` in app/(site)/styles/tokens.css. */
export const ink = '#14100c'
