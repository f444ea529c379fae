import { readFileSync } from 'node:fs'
import { PHASE_PRODUCTION_SERVER } from 'next/constants'
import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import config from '../next.config'
import { minimalEnvironment } from './support/minimalEnvironment'

const settingsSchema = z.looseObject({
  git: z.object({ deploymentEnabled: z.record(z.string(), z.boolean()) }),
})

it('Vercel deploys only the main branch', () => {
  const { git } = settingsSchema.parse(JSON.parse(readFileSync('vercel.json', 'utf8')))
  expect(git.deploymentEnabled).toEqual({ '**': false, main: true })
})

it.each([
  ['1', 0],
  ['', undefined],
])('when VERCEL is "%s", cacheMaxMemorySize is %s', async (vercel, bytes) => {
  for (const [name, value] of Object.entries(minimalEnvironment())) vi.stubEnv(name, value)
  vi.stubEnv('VERCEL', vercel)
  expect((await config(PHASE_PRODUCTION_SERVER)).cacheMaxMemorySize).toBe(bytes)
})
