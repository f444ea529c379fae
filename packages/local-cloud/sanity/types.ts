/** A document as the Content Lake stores it: system fields always present, the rest the editor's. */
export type SanityDocument = {
  _id: string
  _type: string
  _rev: string
  _createdAt: string
  _updatedAt: string
  [key: string]: unknown
}

/** Whether everybody may read a dataset's published documents, or members of the project only. */
export type AclMode = 'public' | 'private'

/** Role names of https://www.sanity.io/docs/content-lake/roles-concepts that the local lake knows. */
export type Role = 'administrator' | 'editor' | 'contributor' | 'viewer'

/** Who calls. `null` is an anonymous caller. */
export type Identity = { id: string; name: string; email: string; roles: Role[] } | null

/** Mendoza patches from one revision to the next and back, as in a listener's `effects`. */
export type Effects = { apply: unknown[]; revert: unknown[] }

/** What one transaction did to one document. */
export type DocumentChange = {
  documentId: string
  before: SanityDocument | null
  after: SanityDocument | null
  /** The client's mutations that concern this document, in order. */
  mutations: unknown[]
  effects: Effects
  previousRev?: string
  /** The transaction's id, on deletes too: the Studio waits for it. */
  resultRev: string
}

/** A transaction that is on disk. */
export type CommittedTransaction = {
  id: string
  /** Position in the dataset's history, from 1, without gaps. */
  sequence: number
  /** ISO 8601, UTC, never earlier than the previous transaction's. */
  timestamp: string
  identity: string
  changes: DocumentChange[]
  tags?: string
}
