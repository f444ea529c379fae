import { expect, it } from 'vitest'
import { tools } from './tools'

const sanityTools = ['structure', 'presentation', 'media', 'vision'].map((name) => ({
  name,
  title: name,
  component: () => null,
}))

const listToolNames = (...roles: string[]) => {
  const currentUser = {
    id: 'someone',
    name: 'Someone',
    email: '',
    role: roles[0] ?? '',
    roles: roles.map((name) => ({ name, title: name })),
  }
  return tools(sanityTools, { currentUser }).map(({ name }) => name)
}

const basicTools = ['structure', 'presentation', 'find', 'handbook']
const publisherTools = ['structure', 'presentation', 'media', 'find', 'site-restore', 'handbook']

it.each([
  { roles: ['administrator'], names: publisherTools.toSpliced(3, 0, 'vision') },
  { roles: ['editor'], names: publisherTools },
  { roles: ['contributor'], names: basicTools },
  { roles: ['viewer'], names: basicTools },
  { roles: ['viewer', 'editor'], names: publisherTools },
  { roles: [], names: basicTools },
])('shows the tools for the roles $roles', ({ roles, names }) => {
  expect(listToolNames(...roles)).toEqual(names)
})
