export {
  type ContentDocument,
  type ContentObject,
  readDocuments,
  seedFile,
  toNdjson,
  writeExport,
} from './documents.ts'
export { hostile, hostileMark, hostileMarkup, hostileUrls, unknownTypes } from './hostile.ts'
export { isPseudo, isPseudoPhone, pseudoLocalise, pseudoText } from './pseudo.ts'
export { sampleLandingPage, sampleSections, withSamples } from './samples.ts'
export { bare, type Emptiness, empty, minimal } from './sparse.ts'
export { longWordLength, longWords, rightToLeft } from './strange.ts'
