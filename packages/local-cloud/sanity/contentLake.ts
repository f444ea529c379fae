import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Dataset } from './dataset.ts'
import type { AclMode } from './types.ts'

// https://www.sanity.io/docs/content-lake/datasets: lowercase letters, digits, _ and -, up to 64 characters, after an
// optional ~.
const DATASET_NAME = /^~?[a-z0-9][a-z0-9_-]{0,63}$/

/** All datasets of the local project, stored in one folder with one SQLite file each. */
export class ContentLake {
  readonly projectId = 'local'
  private readonly dir: string
  private readonly datasets = new Map<string, Dataset>()

  /** Opens every dataset in `dir`, and creates `production` when it doesn't exist. */
  constructor(options: { dir: string }) {
    this.dir = options.dir
    mkdirSync(this.dir, { recursive: true })
    for (const file of readdirSync(this.dir)) {
      const name = file.endsWith('.sqlite') ? file.slice(0, -'.sqlite'.length) : ''
      if (DATASET_NAME.test(name)) this.open(name)
    }
    if (!this.datasets.has('production')) this.create('production')
  }

  private getPath(name: string): string {
    return join(this.dir, `${name}.sqlite`)
  }

  private open(name: string): Dataset {
    const dataset = new Dataset({ name, file: this.getPath(name) })
    this.datasets.set(name, dataset)
    return dataset
  }

  get(name: string): Dataset | undefined {
    return this.datasets.get(name)
  }

  /** The access mode of a dataset, `public` unless set. */
  getAclMode(name: string): AclMode {
    return this.datasets.get(name)?.storage.readAclMode() ?? 'public'
  }

  list(): Dataset[] {
    return [...this.datasets.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  /** Creates an empty dataset. Throws a RangeError for a name that exists or is not allowed. */
  create(name: string): Dataset {
    if (!DATASET_NAME.test(name)) throw new RangeError(`"${name}" is not a valid dataset name`)
    if (this.datasets.has(name) || existsSync(this.getPath(name))) {
      throw new RangeError(`Dataset "${name}" already exists`)
    }
    return this.open(name)
  }

  close(): void {
    for (const dataset of this.datasets.values()) dataset.close()
    this.datasets.clear()
  }
}
