import { AddUserIcon } from '@sanity/icons/AddUser'
import { HelpCircleIcon } from '@sanity/icons/HelpCircle'
import { LinkIcon } from '@sanity/icons/Link'
import { LockIcon } from '@sanity/icons/Lock'
import { ResetIcon } from '@sanity/icons/Reset'
import { UserIcon } from '@sanity/icons/User'
import { pages } from '@/lib/pages'
import { headingField, labelField, sentenceField } from '../fields/text'
import { definePage } from './definePage'

const openingFields = [
  headingField(),
  sentenceField('lead', 'Lead', 'One or two sentences below the heading.'),
]

/** Defines an account page: heading, introduction and its own fields. */
const defineAccountPage: typeof definePage = (page, { fields, ...options }) =>
  definePage(page, { ...options, fields: [...openingFields, ...fields] })

/** `/sign-in` */
export const signInPage = defineAccountPage(pages.signIn, {
  description: 'The form that signs users in.',
  icon: LockIcon,
  fields: [
    labelField('submit', 'Button', 'On the button below the password.'),
    labelField('forgotLink', 'Link: password forgotten', 'Leads to the page that resets a password.'),
    labelField(
      'mailButton',
      'Button: by email',
      'Sends a link and a code instead of requiring the password.',
    ),
    labelField('signUpText', 'Text before the link to sign up', 'For visitors without an account.'),
    labelField('signUpLink', 'Link to sign up', 'The link itself.'),
    labelField('sentHeading', 'Sent: heading', 'Shown when the email was sent.'),
    sentenceField('sentText', 'Sent: text', 'Below that heading.', { placeholders: ['email'] }),
    labelField('codeSubmit', 'Button: with a code', 'On the button below the code.'),
    labelField('signedInText', 'Signed in already', 'Shown to users who are signed in.'),
    labelField('accountLink', 'Link to the account', 'Shown to users who are signed in.'),
  ],
})

/** `/sign-up` */
export const signUpPage = defineAccountPage(pages.signUp, {
  description: 'The form that creates an account.',
  icon: AddUserIcon,
  fields: [
    labelField('submit', 'Button', 'On the button.'),
    labelField('signInText', 'Text before the link to sign in', 'For visitors with an account.'),
    labelField('signInLink', 'Link to sign in', 'The link itself.'),
    labelField('sentHeading', 'Sent: heading', 'Shown when the email was sent.'),
    sentenceField('sentText', 'Sent: text', 'Below that heading.', { placeholders: ['email'] }),
    labelField('codeSubmit', 'Button: with a code', 'On the button below the code.'),
    labelField('signedInText', 'Signed in already', 'Shown to users who are signed in.'),
    labelField('accountLink', 'Link to the account', 'Shown to users who are signed in.'),
  ],
})

/** `/forgot-password` */
export const forgotPasswordPage = defineAccountPage(pages.forgotPassword, {
  description: 'Sends the link that resets a password.',
  icon: HelpCircleIcon,
  fields: [
    labelField('submit', 'Button', 'On the button.'),
    labelField('signInText', 'Text before the link to sign in', 'For visitors who remember their password.'),
    labelField('signInLink', 'Link to sign in', 'The link itself.'),
    labelField('sentHeading', 'Sent: heading', 'Shown when the email was sent.'),
    sentenceField('sentText', 'Sent: text', 'Below that heading.', { placeholders: ['email'] }),
    labelField('codeSubmit', 'Button: with a code', 'On the button below the code.'),
  ],
})

/** `/reset-password` */
export const resetPasswordPage = defineAccountPage(pages.resetPassword, {
  description: 'The page that sets a new password.',
  icon: ResetIcon,
  fields: [
    labelField('visitorHeading', 'Heading without a link', 'Shown to visitors without a link from an email.'),
    labelField('submit', 'Button', 'On the button.'),
    labelField('doneHeading', 'Saved: heading', 'Shown when the new password was saved.'),
    sentenceField('doneText', 'Saved: text', 'Below that heading.', { placeholders: ['email'] }),
    labelField('continueLink', 'Link to continue', 'Below that text.'),
    sentenceField('missingText', 'Without a link', 'Shown to visitors without a link from an email.'),
    labelField('missingLink', 'Link to request one', 'Leads to the page that sends it.'),
  ],
})

/** `/auth/confirm` */
export const confirmPage = defineAccountPage(pages.confirm, {
  description: 'Where all links in our emails lead. A link is used by the button, not by opening the page.',
  icon: LinkIcon,
  fields: [
    labelField('submit', 'Button', 'On the button.'),
    sentenceField(
      'signInNote',
      'Before the button',
      'Say that it signs in to the account of the email, and what to do if you didn’t request it.',
    ),
    labelField('confirmedHeading', 'Confirmed: heading', 'Shown when an email was confirmed.'),
    labelField('signedInHeading', 'Signed in: heading', 'Shown when the link signed the user in.'),
    labelField('changedHeading', 'Changed: heading', 'Shown when an email was changed.'),
    sentenceField('signedInText', 'Signed in: text', 'Below these headings.', { placeholders: ['email'] }),
    labelField('continueLink', 'Link to continue', 'Below that text.'),
    labelField(
      'halfHeading',
      'First link of a change: heading',
      'Shown after the first of two links that change an email.',
    ),
    sentenceField('halfText', 'First link of a change: text', 'Below that heading.'),
    labelField('incompleteHeading', 'Link incomplete: heading', 'Shown to visitors without a link.'),
    sentenceField('incompleteText', 'Without a link', 'Shown when the URL is incomplete.'),
    labelField('expiredHeading', 'Link used or expired: heading', 'Shown when the link doesn’t work.'),
    sentenceField('expiredText', 'Link used or expired: text', 'Below that heading.'),
    sentenceField('expiredChangeText', 'Expired change of email', 'The same for a change of email.'),
    sentenceField('expiredInviteText', 'Expired invitation', 'The same for an invitation.'),
    labelField('expiredSubmit', 'Button: a new link', 'On the button.'),
    labelField('sentHeading', 'Sent: heading', 'Shown when the email was sent.'),
    sentenceField('sentText', 'Sent: text', 'Below that heading.', { placeholders: ['email'] }),
    labelField('accountLink', 'Link to the account', 'Leads to the page that changes an email.'),
    labelField('forgotLink', 'Link: reset the password', 'Leads to the page that resets a password.'),
  ],
})

/** `/account` */
export const accountPage = defineAccountPage(pages.account, {
  description: 'Where users change their email, password and security.',
  icon: UserIcon,
  fields: [
    labelField('signedOutHeading', 'Signed out: heading', 'Shown after signing out.'),
    sentenceField('signedOutText', 'Signed out', 'Shown to visitors who aren’t signed in.'),
    labelField('signInLink', 'Link to sign in', 'Below that text.'),
    labelField('signedInText', 'Signed in', 'At the top.', { placeholders: ['email'] }),
    labelField('retry', 'Try again', 'On the button, when the account could not be loaded.'),
    labelField('receiptsHeading', 'Receipts: heading', 'Above the list of payments.'),
    sentenceField('receiptsText', 'Receipts: text', 'Below that heading. Say where to find older ones.'),
    labelField('receiptsShow', 'Receipts: button', 'On the button that shows the list.'),
    labelField('receiptItem', 'Receipts: a payment', 'On the link to each receipt.', {
      placeholders: ['amount', 'date'],
    }),
    sentenceField('receiptsNone', 'Receipts: none', 'Shown to users without payments.'),
    labelField('emailHeading', 'Email: heading', 'Above the form that changes the email.'),
    sentenceField('emailText', 'Email: text', 'Below that heading.'),
    labelField('newEmailLabel', 'New email', 'Label of the field.'),
    labelField('emailSubmit', 'Email: button', 'On the button.'),
    sentenceField('emailSentText', 'Email: links sent', 'Shown when the links were sent.', {
      placeholders: ['newEmail', 'email'],
    }),
    labelField('passwordHeading', 'Password: heading', 'Above the form that changes the password.'),
    labelField('passwordSubmit', 'Password: button', 'On the button.'),
    sentenceField('passwordCodeText', 'Password: code sent', 'Shown when a code is needed.', {
      placeholders: ['email'],
    }),
    sentenceField('passwordDone', 'Password: changed', 'Shown when the new password was saved.'),
    labelField('factorHeading', 'Two-step sign-in: heading', 'Above the section about the app.'),
    sentenceField('factorOffText', 'Two-step sign-in is off', 'Say what it’s for.'),
    sentenceField('factorOnText', 'Two-step sign-in is on', 'Say what it does.'),
    labelField('factorStart', 'Two-step sign-in: begin', 'On the button.'),
    sentenceField('factorScanText', 'Two-step sign-in: scan', 'Above the QR code.'),
    labelField('factorPicture', 'Two-step sign-in: QR code', 'Screen readers say it at the QR code.'),
    labelField('factorOpen', 'Two-step sign-in: open the app', 'On the link that opens the app on a phone.'),
    labelField('factorKey', 'Two-step sign-in: key', 'Beside the key.'),
    labelField('factorSubmit', 'Two-step sign-in: turn on', 'On the button.'),
    labelField('factorCancel', 'Two-step sign-in: cancel', 'On the button.'),
    sentenceField('factorAdded', 'Two-step sign-in: done', 'Shown when it’s set up.'),
    labelField('factorItem', 'Two-step sign-in: an app', 'Each of two apps.', { placeholders: ['date'] }),
    labelField('factorAnother', 'Two-step sign-in: another app', 'On the button that adds one more.'),
    labelField('factorRemove', 'Two-step sign-in: turn off', 'On the button.'),
    sentenceField('factorRemoved', 'Two-step sign-in: turned off', 'Shown afterwards.'),
    labelField('factorRemoveOne', 'Two-step sign-in: remove one', 'On the button beside one of two apps.'),
    sentenceField('factorRemovedOne', 'Two-step sign-in: one removed', 'Shown afterwards.'),
    labelField('sessionsHeading', 'Sign out: heading', 'Above the buttons.'),
    sentenceField('sessionsText', 'Sign out: text', 'Below that heading.'),
    labelField('signOutHere', 'Sign out: here', 'On the button.'),
    labelField('signOutEverywhere', 'Sign out: everywhere', 'On the button.'),
    labelField('deleteHeading', 'Delete: heading', 'Above the section about deleting.'),
    sentenceField('deleteText', 'Delete: text', 'Say what happens to the membership.'),
    labelField('deleteStart', 'Delete: begin', 'On the button.'),
    sentenceField('deleteConfirmText', 'Delete: confirm', 'Above the field for the password.'),
    labelField('deleteMailButton', 'Delete: by code', 'On the button that sends a code.'),
    sentenceField('deleteCodeText', 'Delete: code sent', 'Shown when the code was sent.', {
      placeholders: ['email'],
    }),
    labelField('deleteSubmit', 'Delete: button', 'On the button that deletes.'),
    labelField('deleteCancel', 'Delete: cancel', 'On the button.'),
    labelField('deletedHeading', 'Deleted: heading', 'Shown afterwards.'),
    sentenceField('deletedText', 'Deleted: text', 'Below that heading.'),
    labelField('homeLink', 'Deleted: link', 'Leads to the home page.'),
  ],
})
