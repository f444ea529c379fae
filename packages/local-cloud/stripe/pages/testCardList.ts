import { CARDS, type TestCard } from '../engine/testCards.ts'

/** The outcome of payments with a card. */
function outcomeOf({ brand, decline, attaches, challenge, dispute }: TestCard): string {
  if (attaches) return 'can be saved, and is declined at each charge'
  if (decline) return `is declined: ${decline.decline_code.replaceAll('_', ' ')}`
  if (challenge) return challenge === 'setup' ? 'requires authentication once' : 'requires authentication'
  return dispute ? 'pays, and is disputed' : `pays (${brand})`
}

const items = Object.entries(CARDS).map(([digits, card]) => {
  const number = digits.replace(/(.{4})(?=.)/g, '$1 ')
  return `<li><span><b>${number}</b> <span class="soft">${outcomeOf(card)}</span></span>
    <span><button type="button" data-fill="${number}" aria-label="Fill in ${number}" hidden>Fill in</button></span></li>`
})

/** The list of test cards. HTML. */
export const TEST_CARDS = `<details class="cards"><summary>Test cards of the local Stripe</summary>
  <p class="soft" id="filled" role="status"></p><ul>${items.join('')}</ul></details>`

/** Fills in a card. Other fields than the number change only when they are empty. */
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
`
