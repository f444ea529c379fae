import { DatabaseSync } from 'node:sqlite'
import { count, documentFrom, text } from './database.ts'
import { DocumentSet } from './documentSet.ts'

/** The documents of a dataset as its file has them, for a thread that answers queries beside the one that writes. */
export class ReadView extends DocumentSet {
  readonly name: string
  private readonly file: string
  private epoch: string | undefined
  private sequence = 0

  /** Holds nothing until `refresh`. */
  constructor(options: { name: string; file: string }) {
    super()
    this.name = options.name
    this.file = options.file
  }

  /** Takes up what was written since the last time. Throws when the file can't be read. */
  refresh(): void {
    const db = new DatabaseSync(this.file, { readOnly: true })
    try {
      // What follows looks at one state of the file, whatever is written meanwhile.
      db.exec('BEGIN')
      const epoch = text(db.prepare('SELECT name FROM epochs').get()?.name)
      if (epoch === this.epoch) this.takeChanges(db)
      else this.takeAll(db)
      this.epoch = epoch
      this.sequence = count(
        db.prepare('SELECT COALESCE(MAX(sequence), 0) AS head FROM transactions').get()?.head,
      )
    } finally {
      db.close()
    }
  }

  /** Makes the index of words, so that a query that looks for some need not. */
  indexWords(): void {
    this.beginTextIndex()
  }

  private takeAll(db: DatabaseSync): void {
    this.removeAll()
    for (const { body } of db.prepare('SELECT body FROM documents').iterate()) {
      const document = documentFrom(body)
      if (document) this.put(document)
    }
  }

  private takeChanges(db: DatabaseSync): void {
    const body = db.prepare('SELECT body FROM documents WHERE id = ?')
    const changed = db.prepare('SELECT DISTINCT document_id AS id FROM changes WHERE sequence > ?')
    for (const { id } of changed.all(this.sequence)) {
      this.remove(text(id))
      const document = documentFrom(body.get(text(id))?.body)
      if (document) this.put(document)
    }
  }
}
