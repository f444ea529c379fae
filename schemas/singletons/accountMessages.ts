import type { FieldDefinition } from 'sanity'
import { createMessageField, message } from './message'

const long = createMessageField(240)

/** Words that the pages of members share. */
const words: FieldDefinition[] = [
  message('scriptNeeded', 'Without JavaScript', 'In place of the forms, in browsers that run no scripts.', {
    max: 240,
  }),
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
  long('passwordHint', 'Hint at a new password', 'Below the field. Say what a password needs.', {
    placeholders: ['min'],
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
  message(
    'choosePasswordHeading',
    'First password: heading',
    'Shown when an email address is confirmed on another device than the one of the sign-up.',
  ),
  long('choosePasswordText', 'First password: text', 'Below that heading. Say why a password is needed.'),
  message('choosePasswordSubmit', 'First password: button', 'On the button.'),
  message('resend', 'Send again', 'On the button that sends an e-mail once more.'),
  message('resent', 'Sent again', 'Shown when that e-mail was sent.'),
  message('startOver', 'Start over', 'On the button that leads back to the first form.'),
  message(
    'secondFactorHeading',
    'Two-step sign-in: heading',
    'Shown after the password, to members who use an app.',
  ),
  long(
    'secondFactorText',
    'Two-step sign-in: text',
    'Below that heading. Say what helps when the phone is lost.',
  ),
  message('secondFactorSubmit', 'Two-step sign-in: button', 'On the button.'),
  message(
    'secondFactorLeave',
    'Two-step sign-in: sign out',
    'Below that button, for people who do not have the app at hand.',
  ),
  message(
    'portalLogin',
    'Cancel without signing in',
    'Below that, and for guests: on the link to a page of Stripe that mails a link to cancel, change the card and read invoices.',
  ),
]

/** What is wrong with a field. */
const fields: FieldDefinition[] = [
  long('emailRequired', 'E-mail missing', 'Shown at the field.'),
  long('emailInvalid', 'E-mail not valid', 'Shown at the field. Say what an address looks like.'),
  long('emailTaken', 'E-mail in use', 'Shown to members who choose an address that another account has.'),
  long('emailUndeliverable', 'E-mail refused', 'Shown when the service sends nothing to this address.'),
  long('passwordRequired', 'Password missing', 'Shown at the field.'),
  long('passwordShort', 'Password too short', 'Shown at the field.', { placeholders: ['min'] }),
  long('passwordLong', 'Password too long', 'Shown at the field.'),
  long('passwordCharacters', 'Password too simple', 'Shown when kinds of characters are missing.'),
  long('passwordLeaked', 'Password known to thieves', 'Shown when a password is on a list of stolen ones.'),
  long('passwordWeak', 'Password too weak', 'Shown when the service says no more than that.'),
  long('passwordSame', 'Password unchanged', 'Shown when the new password is the old one.'),
  long('passwordWrong', 'Current password wrong', 'Shown at the field for the current password.'),
  long('codeRequired', 'Code missing', 'Shown at the field.'),
  long('codeShape', 'Code not a number', 'Shown at the field.'),
  long('codeWrong', 'Code from an e-mail wrong', 'Shown at the field.'),
  long('appCodeWrong', 'Code from an app wrong', 'Shown at the field.'),
]

/** Why something did not work; the names are the codes that the site's own routes answer as well. */
const problems: FieldDefinition[] = [
  long('invalidCredentials', 'Wrong e-mail or password', 'Never say which of the two is wrong.'),
  long('emailNotConfirmed', 'Not confirmed yet', 'A button that sends the e-mail again stands below.'),
  long('userBanned', 'Blocked', 'The account was blocked by the studio.'),
  long('signUpClosed', 'No new accounts', 'The service takes no new accounts.'),
  long('wayClosed', 'Way of signing in closed', 'The service has this way of signing in turned off.'),
  long('tooManyMails', 'Too many e-mails', 'The service sends one e-mail a minute.'),
  long('tooManyTries', 'Too many attempts', 'The service wants a pause.'),
  long('captchaFailed', 'Check for people failed', 'The check that tells people from programs failed.'),
  long('serviceDown', 'Service down', 'Accounts do not answer, or answer that they cannot.'),
  long('noAnswer', 'No answer', 'The connection broke off, or took too long.'),
  long('offline', 'Offline', 'The visitor has no connection.'),
  long(
    'pageOutdated',
    'Page outdated',
    'The site has been updated since the page was opened, and reloading it did not help.',
  ),
  long('linkExpired', 'Link used or too old', 'Shown for a link in an e-mail.'),
  long('sessionEnded', 'Signed out elsewhere', 'The session was ended on another device, or is too old.'),
  long('accountGone', 'Account gone', 'The account was deleted meanwhile.'),
  long('secondFactorNeeded', 'Two-step sign-in needed', 'Shown where the code from the app is needed first.'),
  long('secondFactorLimit', 'Too many apps', 'The account cannot take another app.'),
  long('secondFactorOff', 'Two-step sign-in closed', 'The service has it turned off.'),
  long('reauthenticationNeeded', 'Signed in too long ago', 'Shown where the password is needed again.'),
  long('storageBlocked', 'Storage blocked', 'The browser keeps nothing for the site.'),
  long(
    'membershipNotEnded',
    'Membership not cancelled',
    'Shown when an account cannot be deleted for this reason.',
  ),
  long(
    'accountNotDeleted',
    'Account not deleted',
    'Shown when deleting failed after the membership was cancelled.',
  ),
  long('unexpected', 'Anything else', 'Shown when none of the other messages fits.'),
]

/** Everything that signing up, signing in and the account say on more than one page. */
export const accountMessages: FieldDefinition[] = [...words, ...fields, ...problems]
