import { builtinEnvironments } from 'vitest/runtime'
import { readPastedHtml } from '@/studio/inputs/pastedText'
import { type ContentObject, isObject } from '../documents.ts'

/** HTML as word processors copy it, including markup that the Studio removes or converts. */
const copiedHtml = [
  '<p>Cancel within <del>30</del><ins>14</ins> days<a class=msocomanchor href="#_msocom_1">[EE1]</a>.</p>',
  '<h1>Fees</h1><table><tr><th>Plan</th><th colspan=2>Price</th></tr><tr><td>Circle</td><td>{introPrice}</td></tr></table>',
  '<ul><li>Hours <b>and</b> clips</li></ul><p><a href="https://example.com/">A link</a> and <a href="javascript:x">another</a></p>',
  '<h6>Small</h6><blockquote>A quote</blockquote><p><img src="x.png"></p><p style="display:none">Hidden</p>',
]

/** Pastes HTML as the Studio's rich text editor does. Returns the blocks of each paste. */
export async function createPastes(): Promise<ContentObject[][]> {
  const { teardown } = await builtinEnvironments.jsdom.setup(globalThis, {})
  const pastes = copiedHtml.map((html) => {
    const getData = (format: string) => (format === 'text/html' ? html : '')
    return readPastedHtml({ getData }).blocks.filter(isObject)
  })
  await teardown(globalThis)
  return pastes
}
