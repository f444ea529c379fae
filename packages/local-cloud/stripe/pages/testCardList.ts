import { CARDS, type TestCard } from '../engine/testCards.ts'

/** A number in the groups in which cards have it: 4-4-4-4, or 4-6-5. */
const grouped = (number: string): string =>
  number.length === 15 ? number.replace(/^(.{4})(.{6})/, '$1 $2 ') : number.replace(/(.{4})(?=.)/g, '$1 ')

/** What becomes of a payment with a card. */
function meaning({ brand, funding, decline, attaches, challenge, dispute }: TestCard): string {
  if (attaches) return 'is kept, and fails at each charge'
  if (decline) {
    const { decline_code } = decline
    return decline_code === 'generic_decline' ? 'is declined' : `is declined: ${words(decline_code)}`
  }
  if (challenge === 'setup') return 'asks its holder the first time'
  if (challenge) return 'asks its holder at every payment'
  if (dispute) return `pays, and is disputed: ${words(dispute)}`
  return `pays (${brand}, ${funding})`
}

const words = (code: string): string => code.replaceAll('_', ' ')

const items = Object.entries(CARDS).map(([digits, card]) => {
  const number = grouped(digits)
  const button = (action: string, label: string) =>
    `<button type="button" data-${action}="${number}" aria-label="${label} ${number}" hidden>${label}</button>`
  return `<li><span><b>${number}</b> <span class="soft">${meaning(card)}</span></span>
    <span>${button('fill', 'Fill in')} ${button('copy', 'Copy')}</span></li>`
})

/** The test cards of the local Stripe, to read from, and with the script to fill in and to copy. HTML. */
export const TEST_CARDS = `<details class="cards"><summary>Test cards of the local Stripe</summary>
  <p class="soft" id="filled" role="status"></p><ul>${items.join('')}</ul></details>`

/**
 * What fills a card in, or copies its number where the browser allows that. Fields that have something in them keep it, but
 * for the number.
 */
export const TEST_CARDS_SCRIPT = `
const say = (text) => { document.getElementById('filled').textContent = text }
const fill = (name, value) => { const field = document.querySelector('input[name=' + name + ']'); if (field && !field.value) field.value = value }
for (const button of document.querySelectorAll('button[data-fill]')) {
  button.hidden = false
  button.addEventListener('click', () => {
    document.querySelector('input[name=number]').value = button.dataset.fill
    fill('name', 'Test Card')
    fill('expiry', '12 / ' + String((new Date().getFullYear() + 3) % 100).padStart(2, '0'))
    fill('cvc', '123')
    const card = document.querySelector('input[name=method][value=card]')
    if (card?.type === 'radio') card.checked = true
    say(button.dataset.fill + ' is filled in.')
  })
}
if (navigator.clipboard) for (const button of document.querySelectorAll('button[data-copy]')) {
  button.hidden = false
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(button.dataset.copy).then(() => say(button.dataset.copy + ' is copied.'), () => say('The browser did not let it be copied.'))
  })
}
`
