import { AddUserIcon } from '@sanity/icons/AddUser'
import { CheckmarkCircleIcon } from '@sanity/icons/CheckmarkCircle'
import { HelpCircleIcon } from '@sanity/icons/HelpCircle'
import { LinkIcon } from '@sanity/icons/Link'
import { LockIcon } from '@sanity/icons/Lock'
import { ResetIcon } from '@sanity/icons/Reset'
import { UserIcon } from '@sanity/icons/User'
import { pages } from '@/lib/pages'
import { headingField, sentenceField, wordsField } from '../fields/text'
import { definePage } from './definePage'

const opening = [headingField(), sentenceField('lead', 'Lead', 'One or two sentences below the heading.')]

/** Makes the type of a page of accounts: heading and lead, and what it says besides. */
const defineAccountPage: typeof definePage = (page, { fields, ...options }) =>
  definePage(page, { ...options, fields: [...opening, ...fields] })

/** `/sign-in` */
export const signInPage = defineAccountPage(pages.signIn, {
  description: 'The form with which members sign in.',
  icon: LockIcon,
  fields: [
    wordsField('submit', 'Button', 'On the button below the password.'),
    wordsField('forgotLink', 'Link: password forgotten', 'Leads to the page that resets a password.'),
    wordsField(
      'mailButton',
      'Button: by e-mail',
      'Sends a link and a code instead of asking for the password.',
    ),
    wordsField('signUpText', 'Words before the link to sign up', 'For people without an account.'),
    wordsField('signUpLink', 'Link to sign up', 'The link itself.'),
    wordsField('sentHeading', 'Sent: heading', 'Shown when the e-mail is on its way.'),
    sentenceField('sentText', 'Sent: text', 'Below that heading.', { placeholders: ['email'] }),
    wordsField('codeSubmit', 'Button: with a code', 'On the button below the code.'),
    wordsField('signedInText', 'Signed in already', 'Shown to members who are signed in.'),
    wordsField('accountLink', 'Link to the account', 'Shown to members who are signed in.'),
  ],
})

/** `/sign-up` */
export const signUpPage = defineAccountPage(pages.signUp, {
  description: 'The form with which an account is created.',
  icon: AddUserIcon,
  fields: [
    wordsField('submit', 'Button', 'On the button.'),
    wordsField('signInText', 'Words before the link to sign in', 'For people who have an account.'),
    wordsField('signInLink', 'Link to sign in', 'The link itself.'),
    wordsField('sentHeading', 'Sent: heading', 'Shown when the e-mail is on its way.'),
    sentenceField('sentText', 'Sent: text', 'Below that heading.', { placeholders: ['email'] }),
    wordsField('codeSubmit', 'Button: with a code', 'On the button below the code.'),
    wordsField('signedInText', 'Signed in already', 'Shown to members who are signed in.'),
    wordsField('accountLink', 'Link to the account', 'Shown to members who are signed in.'),
  ],
})

/** `/forgot-password` */
export const forgotPasswordPage = defineAccountPage(pages.forgotPassword, {
  description: 'Asks where to send the link that resets a password.',
  icon: HelpCircleIcon,
  fields: [
    wordsField('submit', 'Button', 'On the button.'),
    wordsField('signInText', 'Words before the link to sign in', 'For people who remember it after all.'),
    wordsField('signInLink', 'Link to sign in', 'The link itself.'),
    wordsField('sentHeading', 'Sent: heading', 'Shown when the e-mail is on its way.'),
    sentenceField('sentText', 'Sent: text', 'Below that heading.', { placeholders: ['email'] }),
    wordsField('codeSubmit', 'Button: with a code', 'On the button below the code.'),
  ],
})

/** `/reset-password` */
export const resetPasswordPage = defineAccountPage(pages.resetPassword, {
  description: 'Where the link that resets a password leads in the end.',
  icon: ResetIcon,
  fields: [
    wordsField(
      'visitorHeading',
      'Heading without a link',
      'For people who have come without a link from an email.',
    ),
    wordsField('submit', 'Button', 'On the button.'),
    wordsField('doneHeading', 'Saved: heading', 'Shown when the new password works.'),
    sentenceField('doneText', 'Saved: text', 'Below that heading.', { placeholders: ['email'] }),
    wordsField('continueLink', 'Link to go on', 'Below that text.'),
    sentenceField(
      'missingText',
      'Without a link',
      'Shown to people who did not come by a link from an e-mail.',
    ),
    wordsField('missingLink', 'Link to ask for one', 'Leads to the page that sends it.'),
  ],
})

/** `/auth/confirm` */
export const confirmPage = defineAccountPage(pages.confirm, {
  description: 'Where every link in our e-mails leads. It is used up by the button, not by opening it.',
  icon: LinkIcon,
  fields: [
    wordsField('submit', 'Button', 'On the button.'),
    sentenceField(
      'signInNote',
      'Before the button',
      'Say that it signs in to the account that the e-mail is about, and what to do for people who did not ask for it.',
    ),
    wordsField('confirmedHeading', 'Confirmed: heading', 'Shown when an address was confirmed.'),
    wordsField('signedInHeading', 'Signed in: heading', 'Shown when the link signed in.'),
    wordsField('changedHeading', 'Changed: heading', 'Shown when an address was changed.'),
    sentenceField('signedInText', 'Signed in: text', 'Below these headings.', { placeholders: ['email'] }),
    wordsField('continueLink', 'Link to go on', 'Below that text.'),
    wordsField(
      'halfHeading',
      'Half a change: heading',
      'Shown after the first of the two links of a change.',
    ),
    sentenceField('halfText', 'Half a change: text', 'Below that heading.'),
    wordsField('incompleteHeading', 'Link incomplete: heading', 'For people who have come without a link.'),
    sentenceField('incompleteText', 'Without a link', 'Shown when the address of the page is not complete.'),
    wordsField('expiredHeading', 'Link used or too old: heading', 'Shown when the link does not work.'),
    sentenceField('expiredText', 'Link used or too old: text', 'Below that heading.'),
    sentenceField('expiredChangeText', 'Change of address too old', 'The same for a change of address.'),
    sentenceField('expiredInviteText', 'Invitation too old', 'The same for an invitation.'),
    wordsField('expiredSubmit', 'Button: a new link', 'On the button.'),
    wordsField('sentHeading', 'Sent: heading', 'Shown when the e-mail is on its way.'),
    sentenceField('sentText', 'Sent: text', 'Below that heading.', { placeholders: ['email'] }),
    wordsField('accountLink', 'Link to the account', 'Where an address is changed.'),
    wordsField('forgotLink', 'Link: reset the password', 'Leads to the page that resets a password.'),
  ],
})

/** `/account` */
export const accountPage = defineAccountPage(pages.account, {
  description: 'Where members change their e-mail address, password and security.',
  icon: UserIcon,
  fields: [
    wordsField('signedOutHeading', 'Signed out: heading', 'Shown to people who have just signed out.'),
    sentenceField('signedOutText', 'Signed out', 'Shown to people who are not signed in.'),
    wordsField('signInLink', 'Link to sign in', 'Below that text.'),
    wordsField('signedInText', 'Signed in', 'At the top.', { placeholders: ['email'] }),
    wordsField('retry', 'Try again', 'On the button, when the account could not be loaded.'),
    wordsField('receiptsHeading', 'Receipts: heading', 'Above the list of payments.'),
    sentenceField('receiptsText', 'Receipts: text', 'Below that heading. Say where older ones are.'),
    wordsField('receiptsShow', 'Receipts: button', 'On the button that shows the list.'),
    wordsField('receiptItem', 'Receipts: a payment', 'On the link to each receipt.', {
      placeholders: ['amount', 'date'],
    }),
    sentenceField('receiptsNone', 'Receipts: none', 'Shown to people who have not paid anything yet.'),
    wordsField('emailHeading', 'E-mail: heading', 'Above the form that changes the address.'),
    sentenceField('emailText', 'E-mail: text', 'Below that heading.'),
    wordsField('newEmailLabel', 'New e-mail address', 'Label of the field.'),
    wordsField('emailSubmit', 'E-mail: button', 'On the button.'),
    sentenceField('emailSentText', 'E-mail: links sent', 'Shown when the links are on their way.', {
      placeholders: ['newEmail', 'email'],
    }),
    wordsField('passwordHeading', 'Password: heading', 'Above the form that changes the password.'),
    wordsField('passwordSubmit', 'Password: button', 'On the button.'),
    sentenceField('passwordCodeText', 'Password: code sent', 'Shown when a code is needed.', {
      placeholders: ['email'],
    }),
    sentenceField('passwordDone', 'Password: changed', 'Shown when the new password works.'),
    wordsField('factorHeading', 'Two-step sign-in: heading', 'Above the part about the app.'),
    sentenceField('factorOffText', 'Two-step sign-in is off', 'What it is for.'),
    sentenceField('factorOnText', 'Two-step sign-in is on', 'What it does.'),
    wordsField('factorStart', 'Two-step sign-in: begin', 'On the button.'),
    sentenceField('factorScanText', 'Two-step sign-in: scan', 'Above the picture.'),
    wordsField('factorPicture', 'Two-step sign-in: picture', 'Screen readers say it at the picture.'),
    wordsField('factorKey', 'Two-step sign-in: key', 'Beside the key.'),
    wordsField('factorSubmit', 'Two-step sign-in: turn on', 'On the button.'),
    wordsField('factorCancel', 'Two-step sign-in: leave', 'On the button.'),
    sentenceField('factorAdded', 'Two-step sign-in: done', 'Shown when it works.'),
    wordsField('factorItem', 'Two-step sign-in: an app', 'Each of two apps.', { placeholders: ['date'] }),
    wordsField('factorAnother', 'Two-step sign-in: another app', 'On the button that adds one more.'),
    wordsField('factorRemove', 'Two-step sign-in: turn off', 'On the button.'),
    sentenceField('factorRemoved', 'Two-step sign-in: turned off', 'Shown afterwards.'),
    wordsField('factorRemoveOne', 'Two-step sign-in: remove one', 'On the button beside one of two apps.'),
    sentenceField('factorRemovedOne', 'Two-step sign-in: one removed', 'Shown afterwards.'),
    wordsField('sessionsHeading', 'Sign out: heading', 'Above the buttons.'),
    sentenceField('sessionsText', 'Sign out: text', 'Below that heading.'),
    wordsField('signOutHere', 'Sign out: here', 'On the button.'),
    wordsField('signOutEverywhere', 'Sign out: everywhere', 'On the button.'),
    wordsField('deleteHeading', 'Delete: heading', 'Above the part about deleting.'),
    sentenceField('deleteText', 'Delete: text', 'Say what happens to the membership.'),
    wordsField('deleteStart', 'Delete: begin', 'On the button.'),
    sentenceField('deleteConfirmText', 'Delete: make sure', 'Above the field for the password.'),
    wordsField('deleteMailButton', 'Delete: by code', 'On the button that sends a code.'),
    sentenceField('deleteCodeText', 'Delete: code sent', 'Shown when the code is on its way.', {
      placeholders: ['email'],
    }),
    wordsField('deleteSubmit', 'Delete: button', 'On the button that deletes.'),
    wordsField('deleteCancel', 'Delete: leave', 'On the button.'),
    wordsField('deletedHeading', 'Deleted: heading', 'Shown afterwards.'),
    sentenceField('deletedText', 'Deleted: text', 'Below that heading.'),
    wordsField('homeLink', 'Deleted: link', 'Leads to the home page.'),
  ],
})

/** `/claim`, where a guest's purchase gets its owner. */
export const claimPage = defineAccountPage(pages.claim, {
  description: 'Where the link leads that people get who bought without an account.',
  icon: CheckmarkCircleIcon,
  fields: [
    wordsField(
      'visitorHeading',
      'Heading without a link',
      'For people who have come without a link from an email.',
    ),
    wordsField('submit', 'Button', 'On the button.'),
    wordsField('doneHeading', 'Done: heading', 'Shown when the membership is connected.'),
    sentenceField('doneText', 'Done: text', 'Below that heading.'),
    wordsField('doneLink', 'Done: link', 'Leads to the status card on the home page.'),
    sentenceField(
      'missingText',
      'Without a fresh link',
      'Shown when somebody comes without the link, or too late.',
    ),
    wordsField('missingSubmit', 'Button: a new link', 'On the button that mails a new link.'),
    sentenceField('sentText', 'Sent', 'Shown after that. Say nothing about whether there is a membership.', {
      placeholders: ['email'],
    }),
    sentenceField('noneText', 'Nothing waits', 'Shown when no membership waits for the address.'),
  ],
})
