import { readFileSync } from 'node:fs'
import { inRoot } from '../../scripts/lib/paths.ts'

/** Reads the names of the secret variables from .env.example. */
export function readSecretNames(): string[] {
  const example = readFileSync(inRoot('.env.example'), 'utf8')
  const names = [...example.matchAll(/^(\w+)=/gm)].map(([, name = '']) => name)
  const secretPattern = /_(SECRET|TOKEN|PASSWORD|SECRET_KEY)$|^(DATABASE|DATABASE_OWNER)_URL$/
  return names.filter((name) => secretPattern.test(name))
}
