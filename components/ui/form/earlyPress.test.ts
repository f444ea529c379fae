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

/** A page that has the script, and a press on what the button, if any, is drawn with. */
function openPage() {
  const page = new EventTarget()
  runInNewContext(earlyPressScript, { addEventListener: page.addEventListener.bind(page) })
  const press = (button: object | null) => {
    const event = new Event('click')
    Object.defineProperty(event, 'target', { value: { closest: () => button } })
    page.dispatchEvent(event)
  }
  return { press, hear: () => page.dispatchEvent(new Event('heard')) }
}

it('remembers a button that was pressed, also on what is drawn in it', () => {
  const { press } = openPage()
  const button = { dataset: {} }
  press(button)
  press(null)
  expect(button).toEqual({ dataset: {}, earlyPress: '' })
})

it('presses the checkout button again that was pressed last, once, when the page hears it', () => {
  const { press, hear } = openPage()
  const again: string[] = []
  const button = (name: string, dataset: object) => ({ dataset, click: () => again.push(name) })
  press(button('one offer', { checkout: 'v1' }))
  press(button('the other offer', { checkout: 'v1' }))
  press(button('a film', {}))
  expect(again).toEqual([])
  hear()
  hear()
  expect(again).toEqual(['the other offer'])
})

it('presses nothing again where nothing was pressed early', () => {
  const { press, hear } = openPage()
  const again: string[] = []
  hear()
  press({ dataset: { checkout: 'v1' }, click: () => again.push('in time') })
  hear()
  expect(again).toEqual([])
})

it('leaves a form alone that was sent by its own script', () => {
  expect(send({ value: 'mail' }, true)).toEqual({})
})
