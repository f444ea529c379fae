import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningCloud, startLocalCloud } from '../../testing/cloudProcess.ts'
import { writerOf } from './support.ts'

const run = promisify(execFile)
const preload = pathToFileURL(join(import.meta.dirname, '..', '..', 'sanity', 'commandLine.ts')).href
const studio = dirname(fileURLToPath(import.meta.resolve('sanity/package.json')))
const cli = join(studio, 'bin', 'sanity')
const folder = mkdtempSync(join(tmpdir(), 'command-line-'))

let cloud: RunningCloud
beforeAll(async () => {
  cloud = await startLocalCloud()
  writeFileSync(join(folder, 'package.json'), '{"type":"module","dependencies":{"sanity":"*"}}')
  writeFileSync(
    join(folder, 'sanity.cli.js'),
    `import { defineCliConfig } from 'sanity/cli'
export default defineCliConfig({ api: { projectId: 'local', dataset: 'production' } })`,
  )
  writeFileSync(
    join(folder, 'sanity.config.js'),
    `import { defineConfig } from 'sanity'
const title = { name: 'title', type: 'string', validation: (rule) => rule.max(2) }
export default defineConfig({
  projectId: 'local', dataset: 'production', apiHost: '${cloud.lakeOrigin}',
  schema: { types: [{ name: 'post', type: 'document', fields: [title] }] },
})`,
  )
  symlinkSync(dirname(studio), join(folder, 'node_modules'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await cloud.remove()
})

/** What Sanity's command line says, whatever it ends with. */
async function sanity(...args: string[]): Promise<string> {
  const env = {
    ...process.env,
    NODE_OPTIONS: `--import=${preload}`,
    SANITY_LOCAL_HOST: cloud.lakeOrigin,
    SANITY_INTERNAL_ENV: 'staging',
    SANITY_AUTH_TOKEN: cloud.env.SANITY_API_WRITE_TOKEN,
    CI: '1',
    HOME: folder,
  }
  const ended = run(process.execPath, [cli, ...args], { cwd: folder, env })
  return (await ended.catch((failed: { stdout: string; stderr: string }) => failed)).stdout
}

test('the command line of Sanity reads, copies and validates what the local cloud has', {
  timeout: 180_000,
}, async () => {
  const client = writerOf(cloud)
  // A file of less than 300 bytes is taken for an empty one there.
  for (const _id of ['a', 'b', 'c', 'd'])
    await client.createOrReplace({ _id, _type: 'post', title: 'Too long' })
  expect(JSON.parse(await sanity('documents', 'query', '*[0]{title}'))).toEqual({ title: 'Too long' })
  await sanity('dataset', 'create', 'copy', '--visibility', 'public')
  await sanity('dataset', 'export', 'production', 'all.tar.gz')
  await sanity('dataset', 'import', 'all.tar.gz', 'copy')
  expect(await client.withConfig({ dataset: 'copy' }).fetch('count(*)')).toBe(4)
  expect(await sanity('documents', 'validate', '--yes')).toContain('4 documents, 4 errors')
})

test('the command line of Sanity keeps schemas and tokens in the local cloud', {
  timeout: 180_000,
}, async () => {
  await sanity('schemas', 'deploy')
  const schemas = JSON.parse(await sanity('schemas', 'list', '--json'))
  expect(schemas).toMatchObject([{ _id: '_.schemas.default', workspace: { name: 'default' } }])
  expect(await sanity('schemas', 'delete', '--yes', '--ids', '_.schemas.default')).toContain('deleted 1/1')
  const made = JSON.parse(await sanity('tokens', 'create', 'Reads', '--role=viewer', '--json'))
  const rotated = JSON.parse(await sanity('tokens', 'rotate', '--token', made.token, '--json'))
  expect([rotated.id, rotated.token === made.token]).toEqual([made.id, false])
})
