import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { offerPlaceholders } from '@/lib/content/text/offerValues'
import { describeHardcodedNumber, describeHardcodedPrice } from '@/schemas/fields/placeholders'
import { findHardcodedOfferValues } from '@/studio/checks/hardcodedOfferValues'
import type { Fields } from '@/studio/checks/walk'
import { type ContentText, getTexts } from '../tests/support/contentTexts.ts'
import { type ContentDocument, isObject, readDocuments, seedFile } from '../tests/support/documents.ts'
import { withMessages } from '../tests/support/filledSeed.ts'

const documents = readDocuments()
const texts: ContentText[] = withMessages(documents).flatMap(getTexts)

/** Lists every object and array of a document with its path, including the document itself. */
function* walkNodes(value: unknown, path: string): Generator<{ path: string; value: object }> {
  if (typeof value !== 'object' || value === null) return
  yield { path, value }
  for (const [key, inner] of Object.entries(value)) yield* walkNodes(inner, `${path}.${key}`)
}

const allNodes = documents.flatMap((document) => [...walkNodes(document, document._id)])

describe('the seed', () => {
  it('has one document per line, as JSON.stringify writes it', () => {
    const lines = readFileSync(seedFile, 'utf8').trimEnd().split('\n')
    expect(lines).toEqual(documents.map((document) => JSON.stringify(document)))
    for (const line of lines) expect(line).toMatch(/^\{"_id":"[^"]+","_type":"[^"]+"[,}]/)
  })

  it('gives each document an id that begins with its type', () => {
    for (const { _id, _type } of documents) expect(_id.split('-')[0]).toBe(_type)
  })

  it('has no dot in an id, since documents with a dot in their ids are not public', () => {
    for (const { _id } of documents) expect(_id).not.toContain('.')
  })

  it('gives each object in an array a readable key, unique in its array', () => {
    for (const { path, value } of allNodes) {
      if (!Array.isArray(value)) continue
      const keys = value.filter(isObject).map((item) => item._key)
      expect(new Set(keys).size, path).toBe(keys.length)
      for (const key of keys) expect(key, path).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    }
  })

  it('gives each object a type', () => {
    for (const { path, value } of allNodes) {
      if (isObject(value)) expect(value._type, path).toEqual(expect.any(String))
    }
  })
})

describe('the strings of the seed, and the default messages', () => {
  it('have unique page titles, and titles and descriptions that fit in search results', () => {
    for (const document of documents) {
      if (!isObject(document.seo)) continue
      expect(String(document.seo.title).length, document._id).toBeLessThanOrEqual(60)
      expect(String(document.seo.description).length, document._id).toBeGreaterThanOrEqual(50)
      expect(String(document.seo.description).length, document._id).toBeLessThanOrEqual(160)
    }
    const titles = documents.flatMap((document) => (isObject(document.seo) ? [document.seo.title] : []))
    expect(new Set(titles).size).toBe(titles.length)
  })

  it('have no lorem ipsum, TODO, hype, emoji or stray spaces', () => {
    const forbidden =
      /lorem|ipsum|\bTODO\b|\bTBD\b|\bFIXME\b|xxx|game.chang|next.level|seamless|unleash|elevate|world.class|cutting.edge|revolutioni/i
    for (const { path, text } of texts) {
      expect(text, path).not.toMatch(forbidden)
      expect(text, path).not.toMatch(/\p{Emoji_Presentation}|\uFE0F/u)
      expect(text, path).not.toMatch(/ {2}|\t|\n/)
      if (!path.includes('.children.')) expect(text, path).toBe(text.trim())
    }
  })

  it('have exclamation marks only where the specification has them', () => {
    const exclamations = texts.filter(({ text }) => text.includes('!')).map(({ text }) => text)
    expect(exclamations.toSorted()).toEqual([
      'Message sent successfully!',
      'Oops! Page not found',
      'You already have an active subscription!',
    ])
  })

  it('contain no amounts of money, which the offer stores as numbers', () => {
    for (const { path, text } of texts) expect(text, path).not.toMatch(/\$\s?\d/)
  })

  it('say after each price that it is paid monthly, or today', () => {
    for (const { path, text } of texts)
      for (const [, following] of text.matchAll(/\{(?:introPrice|regularPrice)\}(.{0,12})/g))
        expect(following, path).toMatch(/^(\/month| a month| for each of| today)/)
  })

  it('do not hardcode the offer’s numbers, except counts in alternative text', () => {
    // A picture does not change with the offer, so its alternative text may state counts, but no price.
    const adviceByPath = texts.map(({ path, text }) => [
      path,
      path.endsWith('.alt') ? describeHardcodedPrice(text) : describeHardcodedNumber(text),
    ])
    expect(adviceByPath.filter(([, advice]) => advice)).toEqual([])
    const offer: Fields | undefined = documents.find(({ _id }) => _id === 'offer')
    expect(offer?.introPrice).toBeGreaterThan(0)
    expect(withMessages(documents).flatMap((document) => findHardcodedOfferValues(document, offer))).toEqual(
      [],
    )
  })

  it('use only the offer’s placeholders and those that this test lists', () => {
    const used = Object.fromEntries(
      texts
        .map(({ path, text }): [string, string] => [
          path,
          (text.match(/\{\w*\}/g) ?? [])
            .filter((name) => !(name.slice(1, -1) in offerPlaceholders))
            .join(' '),
        ])
        .filter(([, placeholders]) => placeholders !== ''),
    )
    expect(used).toEqual({
      'siteSettings.titleTemplate': '{title} {siteName}',
      'messages.contactForm.wishClosed': '{openingHours}',
      'messages.contactForm.tooLong': '{max}',
      'messages.contactForm.topicLine': '{topic}',
      'siteSettings.copyright': '{year} {siteName}',
      'offer.bonusLine': '{amount}',
      'messages.accessibility.homeLink': '{siteName}',
      'messages.video.fullScreen': '{title}',
      'messages.video.pause': '{title}',
      'messages.video.play': '{title}',
      'messages.video.player': '{title}',
      'messages.legal.lastUpdated': '{date}',
      'signInPage.sentText': '{email}',
      'signUpPage.sentText': '{email}',
      'forgotPasswordPage.sentText': '{email}',
      'resetPasswordPage.doneText': '{email}',
      'confirmPage.signedInText': '{email}',
      'confirmPage.changeText': '{email} {newEmail}',
      'confirmPage.halfText': '{email} {newEmail}',
      'confirmPage.signInText': '{email}',
      'confirmPage.sentText': '{email}',
      'accountPage.signedInText': '{email}',
      'accountPage.emailPendingText': '{newEmail}',
      'accountPage.emailSentText': '{newEmail} {email}',
      'accountPage.passwordCodeText': '{email}',
      'accountPage.factorItem': '{date}',
      'accountPage.deleteKeepText': '{date}',
      'accountPage.deleteCodeText': '{email}',
      'messages.account.accountNote': '{email}',
      'messages.account.emailSuggestion': '{email}',
      'messages.contactForm.emailSuggestion': '{email}',
      'messages.account.passwordHint': '{min}',
      'messages.account.passwordShort': '{min}',
      'messages.subscription.pausedUntil': '{date}',
      'messages.subscription.ending': '{date}',
      'messages.subscription.endedUnpaid': '{date}',
      'messages.subscription.endedDisputed': '{date}',
      'messages.subscription.endingDisputed': '{date}',
      'messages.subscription.endedFiles': '{date}',
      'messages.subscription.unpaidSince': '{amount} {date} {nextDate}',
      'messages.subscription.ended': '{date}',
      'messages.subscription.nextPayment': '{amount} {date}',
      'messages.subscription.regularPayment': '{amount} {date}',
      'messages.subscription.payBy': '{amount} {date}',
      'messages.subscription.pay': '{amount}',
      'messages.subscription.due': '{amount} {date}',
      'messages.subscription.asOf': '{time}',
      'messages.checkout.guestPaidText': '{email}',
      'messages.checkout.payLater': '{count}',
      'messages.checkout.guestEmailSuggestion': '{email}',
      'messages.checkout.keepText': '{date}',
      'messages.afterCheckout.guest': '{email}',
      'messages.afterCheckout.processingEmail': '{email}',
      'messages.afterCheckout.nextLabel': '{date}',
      'messages.afterCheckout.regularLabel': '{date}',
      'messages.notices.introEndSubject': '{date}',
      'messages.notices.introEndText': '{previousAmount} {name} {date} {amount}',
      'messages.notices.feeChangeSubject': '{date}',
      'messages.notices.feeChangeText': '{date} {name} {previousAmount} {amount}',
      'messages.notices.yearlySubject': '{name}',
      'messages.notices.yearlyText': '{name} {amount} {date}',
      'messages.notices.contact': '{email}',
      'messages.purchases.consent': '{page} {terms}',
      'messages.purchases.guestSubject': '{name}',
      'messages.purchases.guestText': '{name} {amount} {date}',
      'messages.purchases.terms': '{terms} {termsPage}',
      'messages.purchases.guestNext': '{nextAmount} {nextDate}',
      'messages.purchases.thenRegular': '{regularAmount} {regularDate}',
      'messages.purchases.guestOpen': '{page}',
      'messages.purchases.buyerText': '{name}',
      'messages.purchases.pendingText': '{amount} {name}',
      'messages.purchases.declinedSubject': '{name}',
      'messages.purchases.declinedText': '{amount} {date}',
      'messages.purchases.reminderSubject': '{name}',
      'messages.purchases.reminderText': '{name} {date}',
      'messages.purchases.memberSubject': '{name}',
      'messages.purchases.returnedSubject': '{name}',
      'messages.purchases.returnedText': '{amount} {name} {date}',
      'messages.purchases.memberText': '{amount} {name} {date}',
      'messages.purchases.failedSubject': '{name}',
      'messages.purchases.failedText': '{amount} {name} {date}',
      'messages.purchases.failedLink': '{amount}',
      'messages.purchases.failedDeadline': '{payBy}',
      'messages.purchases.recoveredSubject': '{name}',
      'messages.purchases.recoveredText': '{amount} {name}',
      'messages.purchases.resumedText': '{amount} {date}',
      'messages.purchases.resumedSubject': '{name}',
      'messages.purchases.resumedPreheader': '{date}',
      'messages.purchases.pausedUntilText': '{name} {date}',
      'messages.purchases.pausedText': '{name}',
      'messages.purchases.pausedSubject': '{name}',
      'messages.purchases.lastWarningText': '{amount} {name} {date}',
      'messages.purchases.lastWarningSubject': '{date} {name}',
      'messages.purchases.lastWarningPreheader': '{amount}',
      'messages.purchases.lastWarningLink': '{amount}',
      'messages.purchases.freeText': '{name}',
      'messages.purchases.endedUnpaidText': '{date} {amount}',
      'messages.purchases.endedText': '{date}',
      'messages.purchases.endedSubject': '{name}',
      'messages.purchases.endedByStudioText': '{date}',
      'messages.purchases.endedDisputedText': '{date} {amount} {paymentDate}',
      'messages.purchases.disputedText': '{amount} {paymentDate} {name} {date} {email}',
      'messages.purchases.disputedSubject': '{name}',
      'messages.purchases.disputedPreheader': '{date}',
      'messages.purchases.canceledText': '{date}',
      'messages.purchases.canceledSubject': '{name}',
      'messages.purchases.canceledPreheader': '{date}',
      'messages.notices.introEndPreheader': '{amount}',
      'messages.notices.feeChangePreheader': '{amount}',
    })
  })

  it('have only reserved emails and phone numbers', () => {
    const seedJson = JSON.stringify(withMessages(documents))
    for (const email of seedJson.match(/[\w.+-]+@[\w-]+\.[\w.-]*\w/g) ?? [])
      expect(email).toMatch(/\.(example|com)$/)
    expect(new Set(seedJson.match(/[\w.+-]+@[\w-]+\.[\w.-]*\w/g))).toEqual(
      new Set(['hello@creatorscircle.example', 'name@example.com']),
    )
    expect(new Set(seedJson.match(/\+1[ \d]{10,}/g))).toEqual(new Set(['+1 310 555 0142', '+13105550142']))
  })
})

describe('the links and anchors of the seed', () => {
  const pages = ['/', '/services', '/studio', '/about', '/contact', '/terms', '/privacy']
  const links = allNodes
    .map(({ path, value }) => ({ path, link: isObject(value) ? value : {} }))
    .filter(({ link }) => link._type === 'link' || link._type === 'textLink')

  it('include only links to pages, to contact topics, and to https, mailto or tel URLs', () => {
    expect(links.length).toBeGreaterThan(10)
    for (const { path, link } of links) {
      if (link.kind === 'page') expect(pages, path).toContain(link.page)
      else if (link.kind === 'contact') expect(['membership', 'tour', 'session'], path).toContain(link.topic)
      else expect(String(link.url), path).toMatch(/^(https:\/\/|mailto:|tel:)\S+$/)
    }
  })

  it('include only lowercase anchors, unique on their page', () => {
    for (const document of documents) {
      const sections = Array.isArray(document.sections) ? document.sections.filter(isObject) : []
      const anchors = sections.map((section) => section.anchor).filter((anchor) => anchor !== undefined)
      expect(new Set(anchors).size, document._id).toBe(anchors.length)
      for (const anchor of anchors) expect(anchor).toMatch(/^[a-z][a-z0-9-]*$/)
    }
    const services: ContentDocument | undefined = documents.find(({ _id }) => _id === 'servicesPage')
    expect(JSON.stringify(services)).toContain('"_type":"offerSection","anchor":"offer"')
  })

  it('include the definition of every mark except strong and em', () => {
    for (const { path, value } of allNodes) {
      if (!isObject(value) || value._type !== 'block') continue
      const marks = new Set(['strong', 'em', ...toObjects(value.markDefs).map((mark) => mark._key)])
      for (const span of toObjects(value.children)) {
        expect(span.text, path).not.toBe('')
        for (const mark of Array.isArray(span.marks) ? span.marks : [])
          expect(marks.has(mark), path).toBe(true)
      }
    }
  })
})

function toObjects(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}
