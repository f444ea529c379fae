import { AddUserIcon } from '@sanity/icons/AddUser'
import { CheckmarkCircleIcon } from '@sanity/icons/CheckmarkCircle'
import { HelpCircleIcon } from '@sanity/icons/HelpCircle'
import { LinkIcon } from '@sanity/icons/Link'
import { LockIcon } from '@sanity/icons/Lock'
import { ResetIcon } from '@sanity/icons/Reset'
import { UserIcon } from '@sanity/icons/User'
import { pages } from '@/lib/pages'
import { headingField, textField } from '../fields/text'
import { definePage } from './definePage'

/** Makes the field for a few words on the pages of members: a label, a button, a link. */
function line(name: string, title: string, description: string, placeholders?: readonly string[]) {
  return textField({ name, title, description, placeholders, needed: placeholders, max: 80 })
}

/** Makes the field for a sentence or two on the pages of members. */
function paragraph(name: string, title: string, description: string, placeholders?: readonly string[]) {
  return textField({ name, title, description, placeholders, needed: placeholders, rows: 3, max: 320 })
}

/** `/sign-in` */
export const signInPage = definePage(pages.signIn, {
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
export const signUpPage = definePage(pages.signUp, {
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
export const forgotPasswordPage = definePage(pages.forgotPassword, {
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
export const resetPasswordPage = definePage(pages.resetPassword, {
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

/** `/auth/confirm` */
export const confirmPage = definePage(pages.confirm, {
  description: 'Where every link in our e-mails leads. It is used up by the button, not by opening it.',
  icon: LinkIcon,
  fields: [
    headingField(),
    paragraph('lead', 'Lead', 'One or two sentences below the heading.'),
    line('submit', 'Button', 'On the button.'),
    paragraph(
      'signInNote',
      'Before the button',
      'Say that it signs in to the account that the e-mail is about, and what to do for people who did not ask for it.',
    ),
    line('confirmedHeading', 'Confirmed: heading', 'Shown when an address was confirmed.'),
    line('signedInHeading', 'Signed in: heading', 'Shown when the link signed in.'),
    line('changedHeading', 'Changed: heading', 'Shown when an address was changed.'),
    paragraph('signedInText', 'Signed in: text', 'Below these headings.', ['email']),
    line('continueLink', 'Link to go on', 'Below that text.'),
    line('halfHeading', 'Half a change: heading', 'Shown after the first of the two links of a change.'),
    paragraph('halfText', 'Half a change: text', 'Below that heading.'),
    paragraph('incompleteText', 'Without a link', 'Shown when the address of the page is not complete.'),
    line('expiredHeading', 'Link used or too old: heading', 'Shown when the link does not work.'),
    paragraph('expiredText', 'Link used or too old: text', 'Below that heading.'),
    paragraph('expiredChangeText', 'Change of address too old', 'The same for a change of address.'),
    paragraph('expiredInviteText', 'Invitation too old', 'The same for an invitation.'),
    line('expiredSubmit', 'Button: a new link', 'On the button.'),
    line('sentHeading', 'Sent: heading', 'Shown when the e-mail is on its way.'),
    paragraph('sentText', 'Sent: text', 'Below that heading.', ['email']),
    line('accountLink', 'Link to the account', 'Where an address is changed.'),
    line('forgotLink', 'Link: reset the password', 'Leads to the page that resets a password.'),
  ],
})

/** `/account` */
export const accountPage = definePage(pages.account, {
  description: 'Where members change their e-mail address, password and security.',
  icon: UserIcon,
  fields: [
    headingField(),
    paragraph('lead', 'Lead', 'One or two sentences below the heading.'),
    paragraph('signedOutText', 'Signed out', 'Shown to people who are not signed in.'),
    line('signInLink', 'Link to sign in', 'Below that text.'),
    line('signedInText', 'Signed in', 'At the top.', ['email']),
    line('retry', 'Try again', 'On the button, when the account could not be loaded.'),
    line('emailHeading', 'E-mail: heading', 'Above the form that changes the address.'),
    paragraph('emailText', 'E-mail: text', 'Below that heading.'),
    line('newEmailLabel', 'New e-mail address', 'Label of the field.'),
    line('emailSubmit', 'E-mail: button', 'On the button.'),
    paragraph('emailSentText', 'E-mail: links sent', 'Shown when the links are on their way.', [
      'newEmail',
      'email',
    ]),
    line('passwordHeading', 'Password: heading', 'Above the form that changes the password.'),
    line('passwordSubmit', 'Password: button', 'On the button.'),
    paragraph('passwordCodeText', 'Password: code sent', 'Shown when a code is needed.', ['email']),
    paragraph('passwordDone', 'Password: changed', 'Shown when the new password works.'),
    line('factorHeading', 'Two-step sign-in: heading', 'Above the part about the app.'),
    paragraph('factorOffText', 'Two-step sign-in is off', 'What it is for.'),
    paragraph('factorOnText', 'Two-step sign-in is on', 'What it does.'),
    line('factorStart', 'Two-step sign-in: begin', 'On the button.'),
    paragraph('factorScanText', 'Two-step sign-in: scan', 'Above the picture.'),
    line('factorPicture', 'Two-step sign-in: picture', 'Screen readers say it at the picture.'),
    line('factorKey', 'Two-step sign-in: key', 'Beside the key.'),
    line('factorSubmit', 'Two-step sign-in: turn on', 'On the button.'),
    line('factorCancel', 'Two-step sign-in: leave', 'On the button.'),
    paragraph('factorAdded', 'Two-step sign-in: done', 'Shown when it works.'),
    line('factorRemove', 'Two-step sign-in: turn off', 'On the button.'),
    paragraph('factorRemoved', 'Two-step sign-in: turned off', 'Shown afterwards.'),
    line('sessionsHeading', 'Sign out: heading', 'Above the buttons.'),
    paragraph('sessionsText', 'Sign out: text', 'Below that heading.'),
    line('signOutHere', 'Sign out: here', 'On the button.'),
    line('signOutEverywhere', 'Sign out: everywhere', 'On the button.'),
    line('deleteHeading', 'Delete: heading', 'Above the part about deleting.'),
    paragraph('deleteText', 'Delete: text', 'Say what happens to the membership.'),
    line('deleteStart', 'Delete: begin', 'On the button.'),
    paragraph('deleteConfirmText', 'Delete: make sure', 'Above the field for the password.'),
    line('deleteMailButton', 'Delete: by code', 'On the button that sends a code.'),
    paragraph('deleteCodeText', 'Delete: code sent', 'Shown when the code is on its way.', ['email']),
    line('deleteSubmit', 'Delete: button', 'On the button that deletes.'),
    line('deleteCancel', 'Delete: leave', 'On the button.'),
    line('deletedHeading', 'Deleted: heading', 'Shown afterwards.'),
    paragraph('deletedText', 'Deleted: text', 'Below that heading.'),
    line('homeLink', 'Deleted: link', 'Leads to the home page.'),
  ],
})

/** `/claim`, where a guest's purchase gets its owner. */
export const claimPage = definePage(pages.claim, {
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
