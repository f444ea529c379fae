export type SanityDocument = {
  _id: string
  _type: string
  _rev: string
  _createdAt: string
  _updatedAt: string
  [key: string]: unknown
}

/** Who may read a dataset's published documents: anyone, or only callers with a role in the project. */
export type AclMode = 'public' | 'private'

/** The roles described in https://www.sanity.io/docs/content-lake/roles-concepts. */
export type Role = 'administrator' | 'editor' | 'contributor' | 'viewer'

/** The caller; `null` for an anonymous one. */
export type Identity = { id: string; role: Role } | null

/** The `effects` in listener events and in the history: `mendoza` patches from one revision to the next, and back. */
export type Effects = { apply: unknown[]; revert: unknown[] }

/** The change to one document in a transaction. */
export type DocumentChange = {
  documentId: string
  before: SanityDocument | null
  after: SanityDocument | null
  /** The mutations of this document, in order: the client's, or those that represent an action. */
  mutations: unknown[]
  effects: Effects
  /** The transaction's id, even for deletions, since the Studio waits for this revision. */
  resultRev: string
}

export type CommittedTransaction = {
  id: string
  /** The position in the dataset's history, starting at 1, without gaps. */
  sequence: number
  /** ISO 8601, UTC, never earlier than the previous transaction's. */
  timestamp: string
  identity: string
  changes: DocumentChange[]
}
