import type { Mutation } from '@sanity/client'

/** A document of the lake: published, a draft (`drafts.…`) or a version (`versions.…`). */
export type StoredDocument = { _id: string; _type: string; _rev: string; [field: string]: unknown }

/** What a migration may read. Drafts and versions are among the answers: they need migrating as well. */
export type ContentReader = {
  /**
   * Reads documents.
   *
   * @param filter - a GROQ filter, the part between the brackets of `*[…]`
   * @param params - its parameters
   */
  documents(filter: string, params?: Record<string, unknown>): Promise<StoredDocument[]>
}

/** The content that migrations change. */
export type ContentTarget = ContentReader & {
  /** Writes all of the mutations in one transaction, or none of them. */
  commit(mutations: Mutation[]): Promise<void>
}

/** A change of all content from one version of the content model to the next. */
export type Migration = {
  /** The version that the content has afterwards. */
  version: number
  /** What it does, in one sentence. */
  title: string
  /**
   * Works out what to change; it writes nothing itself. Patches should carry the `ifRevisionID` of the
   * document as it was read, so that an edit made meanwhile is not lost.
   */
  plan(content: ContentReader): Promise<Mutation[]>
}
