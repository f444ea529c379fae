import { CogIcon } from '@sanity/icons/Cog'
import { defineField, defineType } from 'sanity'
import { invisibleProblem } from '@/lib/content/invisibleCharacters'
import { isEmail } from '@/lib/email'
import { assignGroup } from '../fields/inGroup'
import { listField } from '../fields/list'
import { checkoutLabelField, textField } from '../fields/text'
import { pictureField } from '../objects/picture'

/** What all pages share. */
export const siteSettings = defineType({
  name: 'siteSettings',
  type: 'document',
  title: 'Settings',
  description: 'The site’s name, navigation, footer and contact details.',
  icon: CogIcon,
  groups: [
    { name: 'site', title: 'Site', default: true },
    { name: 'navigation', title: 'Navigation' },
    { name: 'contact', title: 'Contact' },
    { name: 'footer', title: 'Footer' },
    { name: 'sharing', title: 'Sharing' },
  ],
  fields: [
    ...assignGroup('site', [
      textField(
        'siteName',
        'Name of the site',
        'In the navigation, the footer and the title of every page.',
        { max: 40 },
      ),
      textField('tagline', 'Tagline', 'What the site is, in one line. May be empty.', {
        optional: true,
        max: 80,
      }),
      textField('titleTemplate', 'Pattern of page titles', 'How the name of the browser’s tab is made.', {
        placeholders: ['title', 'siteName'],
        needed: ['title'],
        max: 60,
        initialValue: '{title} · {siteName}',
      }),
    ]),
    ...assignGroup('navigation', [
      listField(
        'navigation',
        'links',
        'Navigation',
        'The links at the top of every page, and in the menu on small screens.',
        { max: 6 },
      ),
      checkoutLabelField({
        description: 'The words on the button at the end of the navigation. Short: it has to fit on a phone.',
        max: 24,
        initialValue: 'Secure My Spot',
      }),
      textField(
        'signInLabel',
        'Link to sign in',
        'At the end of the navigation, for visitors who are not signed in.',
        { max: 24, initialValue: 'Sign in' },
      ),
      textField('accountLabel', 'Link to the account', 'In its place, for members who are signed in.', {
        max: 24,
        initialValue: 'Account',
      }),
    ]),
    ...assignGroup('contact', [
      defineField({
        name: 'contactEmail',
        type: 'string',
        title: 'E-mail address',
        description: 'Shown on the contact page, as a link.',
        validation: (rule) => [
          rule.required().error('Please fill in the e-mail address.'),
          rule.custom((email) =>
            !email || isEmail(email)
              ? true
              : (invisibleProblem(email) ??
                'This does not look like an e-mail address. It should read like name@example.com.'),
          ),
        ],
      }),
      defineField({
        name: 'contactPhone',
        type: 'string',
        title: 'Telephone number',
        description: 'In the international form, +1 310 555 0142. Shown on the contact page. May be empty.',
        validation: (rule) =>
          rule.custom((phone) =>
            !phone || (/^\+?[\d\s().-]{7,24}$/.test(phone) && /(?:\d\D*){5}/.test(phone))
              ? true
              : 'A telephone number has at least five digits, and spaces, hyphens and brackets only, for example +1 310 555 0142.',
          ),
      }),
      listField('address', 'textLines', 'Address', 'One line of the postal address each. May be empty.', {
        optional: true,
        max: 5,
      }),
    ]),
    ...assignGroup('footer', [
      textField('footerText', 'Text in the footer', 'A sentence at the end of every page. May be empty.', {
        optional: true,
        rows: 3,
        max: 240,
      }),
      listField('footerLinks', 'links', 'Links in the footer', 'Terms and privacy have to be among them.', {
        max: 8,
      }),
      listField(
        'socialLinks',
        'links',
        'Links to social networks',
        'Addresses of the studio’s profiles. May be empty.',
        { optional: true, max: 8 },
      ),
      textField('copyright', 'Copyright line', 'At the very end of every page.', {
        placeholders: ['year', 'siteName'],
        max: 80,
        initialValue: '© {year} {siteName}',
      }),
    ]),
    ...assignGroup('sharing', [
      pictureField({
        name: 'socialImage',
        title: 'Picture for shared links',
        description:
          'Stands beside the page’s title on the card that is drawn when somebody shares a page without a picture of its own. It is cut to a circle around its hotspot.',
      }),
    ]),
  ],
  preview: {
    select: { subtitle: 'siteName' },
    prepare: ({ subtitle }) => ({ title: 'Settings', subtitle }),
  },
})
