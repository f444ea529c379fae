import type { SanityDocument } from '../types.ts'
import type { Source, Traced } from './traced.ts'

/** A Content Source Map (https://www.sanity.io/docs/visual-editing/content-source-maps). */
export type ContentSourceMap = {
  documents: { _id: string; _type: string }[]
  paths: string[]
  mappings: Record<
    string,
    { type: 'value'; source: { type: 'documentValue'; document: number; path: number } | { type: 'unknown' } }
  >
}

// The characters that must be escaped in JSONPath's normalized form, which @sanity/client parses.
const ESCAPES: Record<string, string> = {
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  "'": "\\'",
  '\\': '\\\\',
}

function quote(text: string): string {
  return `'${text.replace(/[\f\n\r\t'\\]/g, (character) => ESCAPES[character] ?? character)}'`
}

function formatSegment(segment: string | number): string {
  return typeof segment === 'number' ? `[${segment}]` : `[${quote(segment)}]`
}

/** Collects a query result's mappings. Lists each document and path only once. */
class SourceMapBuilder {
  readonly map: ContentSourceMap = { documents: [], paths: [], mappings: {} }
  private readonly documentIndexes = new Map<string, number>()
  private readonly pathIndexes = new Map<string, number>()

  private getDocumentIndex(document: SanityDocument): number {
    // Every perspective except `raw` replaces the stored id with the published one.
    const _id = String(document._originalId ?? document._id)
    const index = this.documentIndexes.get(_id) ?? this.map.documents.push({ _id, _type: document._type }) - 1
    this.documentIndexes.set(_id, index)
    return index
  }

  private getPathIndex(path: string): number {
    const index = this.pathIndexes.get(path) ?? this.map.paths.push(path) - 1
    this.pathIndexes.set(path, index)
    return index
  }

  private getSourcePath(source: Source): string {
    if (!('parent' in source)) return '$'
    const step =
      source.key === undefined ? formatSegment(source.segment) : `[?(@._key==${quote(source.key)})]`
    return `${this.getSourcePath(source.parent)}${step}`
  }

  private mapLeaf(resultPath: string, data: unknown, document: SanityDocument, sourcePath: string): void {
    if (Array.isArray(data)) {
      for (const [index, item] of data.entries()) {
        const key = typeof item?._key === 'string' ? item._key : null
        const step = key === null ? `[${index}]` : `[?(@._key==${quote(key)})]`
        this.mapLeaf(`${resultPath}[${index}]`, item, document, `${sourcePath}${step}`)
      }
    } else if (typeof data === 'object' && data !== null && !('toJSON' in data)) {
      for (const [name, item] of Object.entries(data)) {
        // The perspective added this field.
        if (name === '_originalId' && sourcePath === '$') continue
        const step = formatSegment(name)
        this.mapLeaf(`${resultPath}${step}`, item, document, `${sourcePath}${step}`)
      }
    } else if (data !== null && data !== undefined) {
      this.map.mappings[resultPath] = {
        type: 'value',
        source: {
          type: 'documentValue',
          document: this.getDocumentIndex(document),
          path: this.getPathIndex(sourcePath),
        },
      }
    }
  }

  /** Adds a mapping for every scalar that was read from a document. Computed scalars and nulls have none. */
  add(value: Traced, resultPath: string): void {
    if (value.kind === 'array') {
      for (const [index, item] of value.items.entries()) this.add(item, `${resultPath}[${index}]`)
    } else if (value.kind === 'object') {
      for (const [name, field] of value.fields) this.add(field, `${resultPath}${formatSegment(name)}`)
    } else if (value.source) {
      let root: Source = value.source
      while ('parent' in root) root = root.parent
      this.mapLeaf(resultPath, value.data, root.document, this.getSourcePath(value.source))
    }
  }
}

/**
 * Builds the Content Source Map of a traced result, with a mapping for each non-null scalar from a document. Paths
 * select array items by `_key` (`resultSourceMap=withKeyArraySelector`), so that they stay valid when an item moves.
 */
export function buildSourceMap(result: Traced): ContentSourceMap {
  const builder = new SourceMapBuilder()
  builder.add(result, '$')
  return builder.map
}
