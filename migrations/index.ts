import { firstVersion } from './0001-first-version.ts'
import type { Migration } from './types.ts'

/** All migrations, oldest first. */
export const migrations: readonly Migration[] = [firstVersion]
