import 'react'

declare module 'react' {
  /** Custom properties, which style sheets take their numbers from. */
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined
  }
}
