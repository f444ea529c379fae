import { AddUserIcon } from '@sanity/icons/AddUser'
import { HelpCircleIcon } from '@sanity/icons/HelpCircle'
import { LockIcon } from '@sanity/icons/Lock'
import { ResetIcon } from '@sanity/icons/Reset'
import { headingField } from '../fields/text'
import { line, paragraph } from './accountFields'
import { definePage } from './definePage'

/** `/sign-in` */
export const signInPage = definePage({
  name: 'signInPage',
  title: 'Sign in',
  description: 'The form with which members sign in.',
  icon: LockIcon,
  fields: [
    headingField(),
    paragraph('lead', 'Lead', 'One or two sentences below the heading.'),
    line('submit', 'Button', 'On the button below the password.'),
    line('forgotLink', 'Link: password forgotten', 'Leads to the page that resets a password.'),
    line('mailButton', 'Button: by e-mail', 'Sends a link and a code instead of asking for the password.'),
    line('signUpText', 'Words before the link to sign up', 'For people without an account.'),
    line('signUpLink', 'Link to sign up', 'The link itself.'),
    line('sentHeading', 'Sent: heading', 'Shown when the e-mail is on its way.'),
    paragraph('sentText', 'Sent: text', 'Below that heading.', ['email']),
    line('codeSubmit', 'Button: with a code', 'On the button below the code.'),
    line('signedInText', 'Signed in already', 'Shown to members who are signed in.'),
    line('accountLink', 'Link to the account', 'Shown to members who are signed in.'),
  ],
})

/** `/sign-up` */
export const signUpPage = definePage({
  name: 'signUpPage',
  title: 'Sign up',
  description: 'The form with which an account is created.',
  icon: AddUserIcon,
  fields: [
    headingField(),
    paragraph('lead', 'Lead', 'One or two sentences below the heading.'),
    line('submit', 'Button', 'On the button.'),
    line('signInText', 'Words before the link to sign in', 'For people who have an account.'),
    line('signInLink', 'Link to sign in', 'The link itself.'),
    line('sentHeading', 'Sent: heading', 'Shown when the e-mail is on its way.'),
    paragraph('sentText', 'Sent: text', 'Below that heading.', ['email']),
    line('codeSubmit', 'Button: with a code', 'On the button below the code.'),
    line('signedInText', 'Signed in already', 'Shown to members who are signed in.'),
    line('accountLink', 'Link to the account', 'Shown to members who are signed in.'),
  ],
})

/** `/forgot-password` */
export const forgotPasswordPage = definePage({
  name: 'forgotPasswordPage',
  title: 'Password forgotten',
  description: 'Asks where to send the link that resets a password.',
  icon: HelpCircleIcon,
  fields: [
    headingField(),
    paragraph('lead', 'Lead', 'One or two sentences below the heading.'),
    line('submit', 'Button', 'On the button.'),
    line('signInText', 'Words before the link to sign in', 'For people who remember it after all.'),
    line('signInLink', 'Link to sign in', 'The link itself.'),
    line('sentHeading', 'Sent: heading', 'Shown when the e-mail is on its way.'),
    paragraph('sentText', 'Sent: text', 'Below that heading.', ['email']),
    line('codeSubmit', 'Button: with a code', 'On the button below the code.'),
  ],
})

/** `/reset-password` */
export const resetPasswordPage = definePage({
  name: 'resetPasswordPage',
  title: 'New password',
  description: 'Where the link that resets a password leads in the end.',
  icon: ResetIcon,
  fields: [
    headingField(),
    paragraph('lead', 'Lead', 'One or two sentences below the heading.'),
    line('submit', 'Button', 'On the button.'),
    line('doneHeading', 'Saved: heading', 'Shown when the new password works.'),
    paragraph('doneText', 'Saved: text', 'Below that heading.', ['email']),
    line('continueLink', 'Link to go on', 'Below that text.'),
    paragraph('missingText', 'Without a link', 'Shown to people who did not come by a link from an e-mail.'),
    line('missingLink', 'Link to ask for one', 'Leads to the page that sends it.'),
  ],
})
