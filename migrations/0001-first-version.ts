import type { Migration } from './types.ts'

/** The content model as the seed fills it. Content from before has no version, and the same form. */
export const firstVersion: Migration = {
  version: 1,
  title: 'Give the content its first version number; nothing else changes.',
  plan: async () => [],
}
