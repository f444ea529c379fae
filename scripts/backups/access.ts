import { Problem } from '../lib/problem.ts'
import type { ContentLakeAccess } from '../lib/sanityClient.ts'
import type { Settings } from '../lib/settings.ts'
import { isSiteConnectionString } from '../lib/siteLogin.ts'
import { getContentLakeAccess } from '../vendors/sanity.ts'
import type { DatabaseAccess } from './tables.ts'

/**
 * Returns the access to the dataset by SANITY_API_WRITE_TOKEN, which should be an administrator's.
 *
 * @throws Problem when the token is missing
 */
export function requireContentLakeAccess(settings: Settings): ContentLakeAccess {
  const access = getContentLakeAccess(settings)
  if (!access) throw new Problem('SANITY_API_WRITE_TOKEN is missing: it should be that of an administrator.')
  return access
}

/**
 * Returns the access to the database as the owner of its tables; undefined for a site without a database.
 *
 * @throws Problem when the connection string is that of the site's own role, which lacks privileges
 */
export function getDatabaseAccess(settings: Settings): DatabaseAccess | undefined {
  const { DATABASE_URL, DATABASE_OWNER_URL, DATABASE_CA: ca } = settings
  const url = DATABASE_OWNER_URL ?? DATABASE_URL
  if (!url) return undefined
  if (isSiteConnectionString(url))
    throw new Problem('DATABASE_OWNER_URL is missing: the connection string of the owner of the tables.')
  return { url, ca }
}
