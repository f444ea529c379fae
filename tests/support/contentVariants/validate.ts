import { createTestWorkspace, listFindings } from '@/tests/support/workspace'
import type { ContentDocument } from './documents.ts'

/** The Studio’s workspace, without a Content Lake. */
export const workspace = await createTestWorkspace()

const assetIds = { image: `image-${'a'.repeat(40)}-2400x1600-jpg`, file: `file-${'a'.repeat(40)}-mp4` }

/** Lists the Studio's validation errors of an exported document, such as "sections[hero].heading: message". */
export async function listErrors(document: ContentDocument): Promise<string[]> {
  const imported: ContentDocument = JSON.parse(JSON.stringify(document, importAsset))
  const findings = await listFindings(workspace, imported)
  return findings.filter(({ level }) => level === 'error').map(({ path, message }) => `${path}: ${message}`)
}

/** Replaces the path of an asset with a reference to an invented id, as an import does with the real one. */
function importAsset(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('_sanityAsset' in value)) return value
  const { _sanityAsset, ...fields } = value
  const kind = String(_sanityAsset).startsWith('file@') ? 'file' : 'image'
  return { ...fields, asset: { _type: 'reference', _ref: assetIds[kind] } }
}
