import localFont from 'next/font/local'

const besley = localFont({
  src: './besley.woff2',
  weight: '400 600',
  variable: '--font-besley',
  adjustFontFallback: 'Times New Roman',
})

const publicSans = localFont({
  src: './public-sans.woff2',
  weight: '400 700',
  variable: '--font-public-sans',
})

/** The class that makes the site's faces known, for the `<html>` element. */
export const fontClass = `${besley.variable} ${publicSans.variable}`
