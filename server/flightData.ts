/** What Next writes between two parts of the data from which React takes a page over (“flight data”). */
const betweenParts = '</script><script>self.__next_f.push('

/** The placeholder of a picture as `lib/content/image.ts` makes it, in a string within a string. */
const placeholder = /\\"backgroundImage\\":\\"url\(\\\\\\"data:image\/\w+;base64,[\w+/=]+\\\\\\"\)\\",/g

/**
 * Makes a page's flight data smaller. Its parts become one script, so that the content security policy has to name one
 * instead of forty. Placeholders of pictures are left out: they stand in the page itself, where React leaves them, and
 * nothing that has no pattern can be compressed.
 *
 * @param html - a page as Next has rendered it
 */
export function compactFlightData(html: string): string {
  return html.replaceAll(betweenParts, ';self.__next_f.push(').replace(placeholder, '')
}
