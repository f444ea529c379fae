import { execFile, execFileSync } from 'node:child_process'
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { inRoot, root } from '../../scripts/lib/paths.ts'
import { provisionEnvironment } from '../../scripts/provision.ts'
import { getNeutralEnvironment } from '../../scripts/stack/environment.ts'
import { copyRepository } from '../support/copyRepository.ts'
import { openNewAccounts } from '../support/newAccounts.ts'
import { publicPages } from '../support/pages.ts'
import { readSecretNames } from '../support/secretNames.ts'

vi.setConfig({ hookTimeout: 900_000 })

/** The version of Vercel's CLI that these tests were written for. */
const vercelCli = 'vercel@54.21.1'

const folder = mkdtempSync(join(tmpdir(), 'vercel-'))
const output = join(folder, '.vercel', 'output')

/** Secrets that the output must not contain, by the name of their variable. */
const secrets = new Map<string, string>()

const cronsSchema = z.looseObject({ crons: z.array(z.object({ path: z.string(), schedule: z.string() })) })
const prerenderSchema = z.looseObject({ allowQuery: z.array(z.string()).optional() })
const functionSchema = z.looseObject({
  maxDuration: z.number().optional(),
  filePathMap: z.record(z.string(), z.string()).optional(),
})

const readJson = <Value>(schema: z.ZodType<Value>, file: string) =>
  schema.parse(JSON.parse(readFileSync(file, 'utf8')))

/** Links the packages, or copies them where the temporary folder is on another file system. */
function copyPackages(): void {
  const packages = join(folder, 'node_modules')
  try {
    execFileSync('cp', ['-al', inRoot('node_modules'), packages], { stdio: 'ignore' })
  } catch {
    rmSync(packages, { recursive: true, force: true })
    execFileSync('cp', ['-a', inRoot('node_modules'), packages])
  }
}

/** Lists all deployed files: the output, and the files outside of it that its functions refer to. */
function listDeployedFiles(): Set<string> {
  const outputFiles = readdirSync(output, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  const referencedFiles = outputFiles
    .filter((file) => basename(file) === '.vc-config.json')
    .flatMap((file) => Object.values(readJson(functionSchema, file).filePathMap ?? {}))
    .map((file) => join(folder, file))
    .filter((file) => statSync(file).isFile())
  return new Set([...outputFiles, ...referencedFiles])
}

beforeAll(async () => {
  const accounts = await openNewAccounts()
  try {
    const { vendorOrigins, environmentFile } = accounts
    const consoleLog = vi.spyOn(console, 'log').mockImplementation(() => {})
    accounts.fillIn()
    await provisionEnvironment(vendorOrigins, { file: environmentFile }, async () => true)
    consoleLog.mockRestore()
    // The build writes beside its sources.
    copyRepository(folder)
    copyPackages()
    const settings = { framework: 'nextjs', installCommand: 'true', buildCommand: 'next build' }
    mkdirSync(dirname(output))
    writeFileSync(
      join(dirname(output), 'project.json'),
      JSON.stringify({ projectId: 'prj_none', orgId: 'team_none', settings }),
    )
    const values = accounts.readEnvironmentFile()
    for (const name of readSecretNames()) {
      const value = values[name] ?? ''
      // A shorter value may occur by chance.
      if (value.length >= 16) secrets.set(name, value)
    }
    const env: NodeJS.ProcessEnv = {
      NODE_ENV: 'production',
      ...getNeutralEnvironment(),
      ...values,
      ...vendorOrigins,
      VERCEL_TELEMETRY_DISABLED: '1',
    }
    const args = ['--yes', vercelCli, 'build', '--prod', '--yes', '--cwd', folder]
    await promisify(execFile)('npx', args, { env, maxBuffer: 64 * 1024 * 1024 })
  } finally {
    await accounts.close()
  }
  return () => rmSync(folder, { recursive: true, force: true })
})

test('each public page is prerendered once for all query strings', () => {
  for (const { path } of publicPages) {
    const name = path === '/' ? 'index' : path.slice(1)
    const { allowQuery } = readJson(
      prerenderSchema,
      join(output, 'functions', `${name}.prerender-config.json`),
    )
    expect.soft(allowQuery, path).toEqual([])
  }
})

test('the output has every schedule of vercel.json', () => {
  const { crons } = readJson(cronsSchema, join(output, 'config.json'))
  expect(crons).toEqual(readJson(cronsSchema, inRoot('vercel.json')).crons)
})

test('the output has the maximum duration of each route that sets one', () => {
  const routes = globSync('app/**/route.ts', { cwd: root })
  const routesWithLimit = routes.flatMap((file) => {
    const seconds = /^export const maxDuration = (\d+)$/m.exec(readFileSync(inRoot(file), 'utf8'))?.[1]
    return seconds ? [{ path: dirname(file).replace(/^app\//, ''), seconds: Number(seconds) }] : []
  })
  expect(routesWithLimit.length).toBeGreaterThan(5)
  for (const { path, seconds } of routesWithLimit) {
    const { maxDuration } = readJson(
      functionSchema,
      join(output, 'functions', `${path}.func`, '.vc-config.json'),
    )
    expect.soft(maxDuration, path).toBe(seconds)
  }
})

test('no deployed file contains a secret', () => {
  expect(secrets.size).toBeGreaterThan(5)
  const files = [...listDeployedFiles()]
  expect(files.some((file) => file.includes('/.next/server/'))).toBe(true)
  for (const file of files) {
    const content = readFileSync(file)
    for (const [variable, value] of secrets) {
      expect.soft(content.includes(value), `${variable} in ${file}`).toBe(false)
    }
  }
})
