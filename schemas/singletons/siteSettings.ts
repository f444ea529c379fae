import { CogIcon } from '@sanity/icons/Cog'
import { defineField, defineType } from 'sanity'
import { describeInvisibleCharacterProblem } from '@/lib/content/text/invisibleCharacters'
import { isEmail } from '@/lib/email'
import { assignGroup } from '../fields/assignGroup'
import { listField } from '../fields/list'
import { checkoutLabelField, textField } from '../fields/text'
import { pictureField } from '../objects/picture'

/** Settings that all pages share. */
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
      textField('siteName', 'Site name', 'In the navigation, the footer and the title of every page.', {
        max: 40,
      }),
      textField('tagline', 'Tagline', 'What the site is, in one line. Optional.', {
        optional: true,
        max: 80,
      }),
      textField('titleTemplate', 'Page title pattern', 'How page titles appear in the browser tab.', {
        placeholders: ['title', 'siteName'],
        needed: ['title'],
        max: 60,
        initialValue: '{title} · {siteName}',
      }),
      textField(
        'pictureNote',
        'Picture note',
        'Says that the pictures are renderings. Shown at the end of every page, and below the home page’s video, the tour and the gallery. Clear it if the pictures are photos. Optional.',
        { optional: true, max: 80 },
      ),
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
        description: 'The button at the end of the navigation. Keep it short so that it fits on a phone.',
        max: 24,
        initialValue: 'Secure My Spot',
      }),
      textField(
        'signInLabel',
        'Link to sign in',
        'At the end of the navigation, for visitors who are not signed in.',
        { max: 24, initialValue: 'Sign in' },
      ),
      textField('accountLabel', 'Link to the account', 'Signed-in users see this, not the sign-in link.', {
        max: 24,
        initialValue: 'Account',
      }),
    ]),
    ...assignGroup('contact', [
      defineField({
        name: 'contactEmail',
        type: 'string',
        title: 'Email',
        description: 'Shown as a link on the contact page, in the menu and in the footer, and in emails.',
        validation: (rule) => [
          rule.required().error('Enter an email.'),
          rule.custom((email) =>
            !email || isEmail(email)
              ? true
              : (describeInvisibleCharacterProblem(email) ??
                'This isn’t a valid email. It should look like name@example.com.'),
          ),
        ],
      }),
      defineField({
        name: 'contactPhone',
        type: 'string',
        title: 'Phone number',
        description:
          'In international format, for example +1 310 555 0142. Shown beside the email. Optional.',
        validation: (rule) =>
          rule.custom((phone) =>
            !phone || (/^\+?[\d\s().-]{7,24}$/.test(phone) && /(?:\d\D*){5}/.test(phone))
              ? true
              : 'This isn’t a valid phone number. Use 7 to 24 characters: at least five digits, and spaces, dots, hyphens, parentheses or a leading +, for example +1 310 555 0142.',
          ),
      }),
      defineField({
        name: 'bookingUrl',
        type: 'url',
        title: 'Scheduling page',
        description:
          'Where members book, for example on Acuity or Cal.com. If empty, they use the contact form.',
        validation: (rule) => rule.uri({ scheme: ['https'] }),
      }),
      listField('address', 'textLines', 'Postal address', 'One line each. Optional.', {
        optional: true,
        max: 5,
      }),
    ]),
    ...assignGroup('footer', [
      textField('footerText', 'Text in the footer', 'A sentence at the end of every page. Optional.', {
        optional: true,
        rows: 3,
        max: 240,
      }),
      listField('footerLinks', 'links', 'Links in the footer', 'Must include terms and privacy.', {
        max: 8,
      }),
      listField(
        'socialLinks',
        'links',
        'Links to social networks',
        'URLs of the studio’s profiles. Optional.',
        { optional: true, max: 8 },
      ),
      textField('copyright', 'Copyright line', 'At the end of every page.', {
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
          'Shown beside the page’s title when a page without its own picture is shared. It’s cropped to a circle around its hotspot.',
      }),
    ]),
  ],
  preview: {
    select: { subtitle: 'siteName' },
    prepare: ({ subtitle }) => ({ title: 'Settings', subtitle }),
  },
})
