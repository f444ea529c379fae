import { type Message, message } from './message'

/** Words that the pages of members share. */
const words: Message[] = [
  message('emailLabel', 'E-mail address', 'Label of the field.'),
  message('passwordLabel', 'Password', 'Label of the field.'),
  message('newPasswordLabel', 'New password', 'Label of the field.'),
  message(
    'currentPasswordLabel',
    'Current password',
    'Label of the field, where the password is asked for again.',
  ),
  message('codeLabel', 'Code from an e-mail', 'Label of the field.'),
  message('appCodeLabel', 'Code from an app', 'Label of the field for two-step sign-in.'),
  message('showPassword', 'Show the password', 'Beside the box that makes a password readable.'),
  message('passwordHint', 'Hint at a new password', 'Below the field. Say what a password needs.', {
    placeholders: ['min'],
    max: 240,
  }),
  message(
    'working',
    'In progress',
    'On a button, and said by screen readers, while something takes a moment.',
  ),
  message(
    'accountNote',
    'Whose account',
    'Above a form to which a link in an e-mail has led. Names the account that it is about.',
    { placeholders: ['email'], max: 160 },
  ),
  message('resend', 'Send again', 'On the button that sends an e-mail once more.'),
  message('resent', 'Sent again', 'Shown when that e-mail was sent.'),
  message('startOver', 'Start over', 'On the button that leads back to the first form.'),
  message(
    'secondFactorHeading',
    'Two-step sign-in: heading',
    'Shown after the password, to members who use an app.',
  ),
  message('secondFactorText', 'Two-step sign-in: text', 'Below that heading.', { max: 240 }),
  message('secondFactorSubmit', 'Two-step sign-in: button', 'On the button.'),
]

/** What is wrong with a field. */
const fields: Message[] = [
  message('emailRequired', 'E-mail missing', 'Shown at the field.', { max: 240 }),
  message('emailInvalid', 'E-mail not valid', 'Shown at the field. Say what an address looks like.', {
    max: 240,
  }),
  message('emailTaken', 'E-mail in use', 'Shown to members who choose an address that another account has.', {
    max: 240,
  }),
  message('emailUndeliverable', 'E-mail refused', 'Shown when the service sends nothing to this address.', {
    max: 240,
  }),
  message('passwordRequired', 'Password missing', 'Shown at the field.', { max: 240 }),
  message('passwordShort', 'Password too short', 'Shown at the field.', { placeholders: ['min'], max: 240 }),
  message('passwordLong', 'Password too long', 'Shown at the field.', { max: 240 }),
  message('passwordCharacters', 'Password too simple', 'Shown when kinds of characters are missing.', {
    max: 240,
  }),
  message(
    'passwordLeaked',
    'Password known to thieves',
    'Shown when a password is on a list of stolen ones.',
    { max: 240 },
  ),
  message('passwordWeak', 'Password too weak', 'Shown when the service says no more than that.', {
    max: 240,
  }),
  message('passwordSame', 'Password unchanged', 'Shown when the new password is the old one.', { max: 240 }),
  message('passwordWrong', 'Current password wrong', 'Shown at the field for the current password.', {
    max: 240,
  }),
  message('codeRequired', 'Code missing', 'Shown at the field.', { max: 240 }),
  message('codeShape', 'Code not a number', 'Shown at the field.', { max: 240 }),
  message('codeWrong', 'Code from an e-mail wrong', 'Shown at the field.', { max: 240 }),
  message('appCodeWrong', 'Code from an app wrong', 'Shown at the field.', { max: 240 }),
]

/** Why something did not work; the names are the codes that the site's own routes answer as well. */
const problems: Message[] = [
  message('invalidCredentials', 'Wrong e-mail or password', 'Never say which of the two is wrong.', {
    max: 240,
  }),
  message('emailNotConfirmed', 'Not confirmed yet', 'A button that sends the e-mail again stands below.', {
    max: 240,
  }),
  message('userBanned', 'Blocked', 'The account was blocked by the studio.', { max: 240 }),
  message('signUpClosed', 'No new accounts', 'The service takes no new accounts.', { max: 240 }),
  message('wayClosed', 'Way of signing in closed', 'The service has this way of signing in turned off.', {
    max: 240,
  }),
  message('tooManyMails', 'Too many e-mails', 'The service sends one e-mail a minute.', { max: 240 }),
  message('tooManyTries', 'Too many attempts', 'The service wants a pause.', { max: 240 }),
  message('serviceDown', 'Service down', 'Accounts do not answer, or answer that they cannot.', { max: 240 }),
  message('noAnswer', 'No answer', 'The connection broke off, or took too long.', { max: 240 }),
  message('offline', 'Offline', 'The visitor has no connection.', { max: 240 }),
  message('linkExpired', 'Link used or too old', 'Shown for a link in an e-mail.', { max: 240 }),
  message('sessionEnded', 'Signed out elsewhere', 'The session was ended on another device, or is too old.', {
    max: 240,
  }),
  message('accountGone', 'Account gone', 'The account was deleted meanwhile.', { max: 240 }),
  message(
    'secondFactorNeeded',
    'Two-step sign-in needed',
    'Shown where the code from the app is needed first.',
    { max: 240 },
  ),
  message('secondFactorLimit', 'Too many apps', 'The account cannot take another app.', { max: 240 }),
  message('secondFactorOff', 'Two-step sign-in closed', 'The service has it turned off.', { max: 240 }),
  message('reauthenticationNeeded', 'Signed in too long ago', 'Shown where the password is needed again.', {
    max: 240,
  }),
  message('storageBlocked', 'Storage blocked', 'The browser keeps nothing for the site.', { max: 240 }),
  message(
    'membershipNotEnded',
    'Membership not cancelled',
    'Shown when an account cannot be deleted for this reason.',
    { max: 240 },
  ),
  message(
    'accountNotDeleted',
    'Account not deleted',
    'Shown when deleting failed after the membership was cancelled.',
    { max: 240 },
  ),
  message('unexpected', 'Anything else', 'Shown when none of the other messages fits.', { max: 240 }),
]

/** Everything that signing up, signing in and the account say on more than one page. */
export const accountMessages: Message[] = [...words, ...fields, ...problems]
