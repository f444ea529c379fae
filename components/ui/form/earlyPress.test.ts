import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { earlyPressScript } from './EarlyPress'

/** A form as the script sees it, sent in a page that has the script. */
function send(submitter: { value: string } | null, isHandled = false) {
  const page = new EventTarget()
  runInNewContext(earlyPressScript, { addEventListener: page.addEventListener.bind(page) })
  const form = {}
  const event = new Event('submit', { cancelable: true })
  Object.defineProperties(event, { target: { value: form }, submitter: { value: submitter } })
  if (isHandled) event.preventDefault()
  page.dispatchEvent(event)
  return form
}

it('remembers the button that was pressed', () => {
  expect(send({ value: 'mail' })).toEqual({ earlyPress: 'mail' })
  expect(send({ value: '' })).toEqual({ earlyPress: '' })
  expect(send(null)).toEqual({ earlyPress: '' })
})

it('remembers a button that was pressed, also on what is drawn in it', () => {
  const page = new EventTarget()
  runInNewContext(earlyPressScript, { addEventListener: page.addEventListener.bind(page) })
  const button = {}
  for (const found of [button, null]) {
    const event = new Event('click')
    Object.defineProperty(event, 'target', { value: { closest: () => found } })
    page.dispatchEvent(event)
  }
  expect(button).toEqual({ earlyPress: '' })
})

it('leaves a form alone that was sent by its own script', () => {
  expect(send({ value: 'mail' }, true)).toEqual({})
})
