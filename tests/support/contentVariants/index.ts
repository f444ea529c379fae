export {
  type ContentDocument,
  type ContentObject,
  readDocuments,
  seedFile,
  toNdjson,
  writeExport,
} from './documents.ts'
export { hostileMark, hostileMarkup, hostileUrls, makeHostile, unknownTypes } from './hostile.ts'
export { isPseudo, isPseudoPhone, pseudoLocalize, pseudoText } from './pseudo.ts'
export { sampleLandingPage, sampleSections, withSamples } from './samples.ts'
export { type Emptiness, makeBare, makeEmpty, makeMinimal } from './sparse.ts'
export { insertLongWords, longWordLength, makeRightToLeft } from './strange.ts'
