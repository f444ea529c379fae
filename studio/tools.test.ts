import { expect, it } from 'vitest'
import { tools } from './tools'

const given = ['structure', 'presentation', 'vision'].map((name) => ({
  name,
  title: name,
  component: () => null,
}))

const offered = (...roles: string[]) => {
  const currentUser = {
    id: 'someone',
    name: 'Someone',
    email: '',
    role: roles[0] ?? '',
    roles: roles.map((name) => ({ name, title: name })),
  }
  return tools(given, { currentUser }).map(({ name }) => name)
}

it.each([
  { roles: ['administrator'], names: ['start', 'structure', 'presentation', 'vision', 'find', 'put-back'] },
  { roles: ['editor'], names: ['start', 'structure', 'presentation', 'find', 'put-back'] },
  { roles: ['contributor'], names: ['start', 'structure', 'presentation', 'find'] },
  { roles: ['viewer'], names: ['start', 'structure', 'presentation', 'find'] },
  { roles: ['viewer', 'editor'], names: ['start', 'structure', 'presentation', 'find', 'put-back'] },
  { roles: [], names: ['start', 'structure', 'presentation', 'find'] },
])('offers $roles what the role may use', ({ roles, names }) => {
  expect(offered(...roles)).toEqual(names)
})
