/** The near-black color of text and dark surfaces; style sheets use `--color-ink` from app/(site)/styles/tokens.css. */
export const ink = '#14100c'
