import { CheckmarkCircleIcon } from '@sanity/icons/CheckmarkCircle'
import { headingField } from '../fields/text'
import { line, paragraph } from './accountFields'
import { definePage } from './definePage'

/** `/claim`, where a guest's purchase gets its owner. */
export const claimPage = definePage({
  name: 'claimPage',
  title: 'Claim a membership',
  description: 'Where the link leads that people get who bought without an account.',
  icon: CheckmarkCircleIcon,
  fields: [
    headingField(),
    paragraph('lead', 'Lead', 'One or two sentences below the heading.'),
    line('submit', 'Button', 'On the button.'),
    line('doneHeading', 'Done: heading', 'Shown when the membership is connected.'),
    paragraph('doneText', 'Done: text', 'Below that heading.'),
    line('doneLink', 'Done: link', 'Leads to the status card on the home page.'),
    paragraph(
      'missingText',
      'Without a fresh link',
      'Shown when somebody comes without the link, or too late.',
    ),
    line('missingSubmit', 'Button: a new link', 'On the button that mails a new link.'),
    paragraph('sentText', 'Sent', 'Shown after that. Say nothing about whether there is a membership.', [
      'email',
    ]),
    paragraph('noneText', 'Nothing waits', 'Shown when no membership waits for the address.'),
  ],
})
