import { expect, it } from 'vitest'
import { tools } from './tools'

const given = ['structure', 'presentation', 'releases', 'vision'].map((name) => ({
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

const basic = ['start', 'structure', 'presentation', 'find', 'handbook']
const publishers = ['start', 'structure', 'presentation', 'releases', 'find', 'site-restore', 'handbook']

it.each([
  { roles: ['administrator'], names: publishers.toSpliced(4, 0, 'vision') },
  { roles: ['editor'], names: publishers },
  { roles: ['contributor'], names: basic },
  { roles: ['viewer'], names: basic },
  { roles: ['viewer', 'editor'], names: publishers },
  { roles: [], names: basic },
])('shows the roles $roles their tools', ({ roles, names }) => {
  expect(offered(...roles)).toEqual(names)
})
