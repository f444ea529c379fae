import { defineQuery } from 'groq'
import type { Environment } from '@/lib/env'
import { createBuildClient } from '../reading/buildClient'

/** GROQ query of the paths that editors define: redirects, and the oldest 1,000 landing pages. */
export const routablePathsQuery = defineQuery(`{
  "redirects": *[_type == "redirects" && _id == "redirects"][0]{_id, rules[]{from, match, to, status}},
  "landingPages": *[_type == "landingPage" && defined(path)] | order(_createdAt asc, _id asc)[0...1000]{_id, path, formerPaths}
}`)

/**
 * Reads the routable paths at build time, for instances that start during an outage of the Content Lake.
 *
 * @returns the result as JSON
 * @throws when the Content Lake cannot be reached
 */
export async function fetchRoutablePaths(env: Environment, apiVersion: string): Promise<string> {
  const client = createBuildClient(env, apiVersion)
  return JSON.stringify(await client.fetch<unknown>(routablePathsQuery, {}, { cache: 'no-store' }))
}
