/** The cards that people try most, with what becomes of their payment (../engine/testCards.ts knows more). */
const CARDS: Record<string, string> = {
  '4242 4242 4242 4242': 'pays',
  '4000 0027 6000 3184': 'asks its holder at every payment',
  '4000 0000 0000 0341': 'is kept, and fails at each charge',
  '4000 0000 0000 0002': 'is declined',
  '4000 0000 0000 9995': 'has insufficient funds',
  '4000 0000 0000 0069': 'has expired',
  '4000 0000 0000 0259': 'pays, and is disputed',
}

const items = Object.entries(CARDS).map(
  ([number, meaning]) =>
    `<li><span><b>${number}</b> <span class="soft">${meaning}</span></span>
    <button type="button" data-number="${number}" aria-label="Fill in ${number}" hidden>Fill in</button></li>`,
)

/** The test cards of the local Stripe, to read from, and with the script to fill in. HTML. */
export const TEST_CARDS = `<details class="cards"><summary>Test cards of the local Stripe</summary>
  <p class="soft" id="filled" role="status"></p><ul>${items.join('')}</ul></details>`

/** What fills a card in. Fields that have something in them keep it, but for the number. */
export const TEST_CARDS_SCRIPT = `
const fill = (name, value) => { const field = document.querySelector('input[name=' + name + ']'); if (field && !field.value) field.value = value }
for (const button of document.querySelectorAll('button[data-number]')) {
  button.hidden = false
  button.addEventListener('click', () => {
    document.querySelector('input[name=number]').value = button.dataset.number
    fill('name', 'Test Card')
    fill('expiry', '12 / ' + String((new Date().getFullYear() + 3) % 100).padStart(2, '0'))
    fill('cvc', '123')
    const card = document.querySelector('input[name=method][value=card]')
    if (card.type === 'radio') card.checked = true
    document.getElementById('filled').textContent = button.dataset.number + ' is filled in.'
  })
}
`
