import { listFindings, testWorkspace } from '@/tests/support/workspace'
import type { ContentDocument } from './documents.ts'

/** The Studio’s workspace, without a Content Lake. */
export const workspace = await testWorkspace()

const assetIds = { image: `image-${'a'.repeat(40)}-2400x1600-jpg`, file: `file-${'a'.repeat(40)}-mp4` }

/** The Studio's refusals of a document of an export, as "sections[hero].heading: message". */
export async function listErrors(document: ContentDocument): Promise<string[]> {
  const imported: ContentDocument = JSON.parse(JSON.stringify(document, importAsset))
  const findings = await listFindings(workspace, imported)
  return findings.filter(({ level }) => level === 'error').map(({ path, message }) => `${path}: ${message}`)
}

/** Replaces the path of an asset by the reference that an import puts in its place. */
function importAsset(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('_sanityAsset' in value)) return value
  const { _sanityAsset, ...rest } = value
  const kind = String(_sanityAsset).startsWith('file@') ? 'file' : 'image'
  return { ...rest, asset: { _type: 'reference', _ref: assetIds[kind] } }
}
