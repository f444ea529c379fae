import type { FieldDefinition } from 'sanity'
import { createMessageField, message } from './message'

const longMessage = createMessageField(240)

/** Labels and texts that the account pages share. */
const sharedLabels: FieldDefinition[] = [
  message(
    'scriptNeeded',
    'Without JavaScript',
    'Shown instead of the forms in browsers without JavaScript.',
    {
      max: 240,
    },
  ),
  message('emailLabel', 'Email', 'Label of the field.'),
  message('passwordLabel', 'Password', 'Label of the field.'),
  message('newPasswordLabel', 'New password', 'Label of the field.'),
  message(
    'currentPasswordLabel',
    'Current password',
    'Label of the field when the password is required again.',
  ),
  message('codeLabel', 'Code from an email', 'Label of the field.'),
  message('appCodeLabel', 'Code from an app', 'Label of the field for two-step sign-in.'),
  message('showPassword', 'Show the password', 'Beside the checkbox that shows the password.'),
  longMessage('passwordHint', 'Hint at a new password', 'Below the field. Say what a password requires.', {
    placeholders: ['min'],
  }),
  message('working', 'In progress', 'On a button, and read by screen readers, while a request runs.'),
  message(
    'accountNote',
    'Whose account',
    'Above a form that was opened from an email link. Names the account.',
    { placeholders: ['email'], max: 160 },
  ),
  message(
    'choosePasswordHeading',
    'First password: heading',
    'Shown when an email is confirmed on a different device than the one used to sign up.',
  ),
  longMessage(
    'choosePasswordText',
    'First password: text',
    'Below that heading. Say why a password is needed.',
  ),
  message('choosePasswordSubmit', 'First password: button', 'On the button.'),
  message('resend', 'Send again', 'On the button that resends an email.'),
  message('resent', 'Sent again', 'Shown when that email was sent.'),
  message('startOver', 'Start over', 'On the button that returns to the first form.'),
  message(
    'secondFactorHeading',
    'Two-step sign-in: heading',
    'Shown after the password, to users with an authenticator app.',
  ),
  longMessage(
    'secondFactorText',
    'Two-step sign-in: text',
    'Below that heading. Say what to do if the phone is lost.',
  ),
  message('secondFactorSubmit', 'Two-step sign-in: button', 'On the button.'),
  message(
    'secondFactorLeave',
    'Two-step sign-in: sign out',
    'Below that button, for users without access to the app.',
  ),
  message(
    'portalLogin',
    'Cancel without signing in',
    'Below that, and for guests: on the link to Stripe’s sign-in page for canceling, cards and invoices.',
  ),
]

/** Errors shown at a field. */
const fieldErrors: FieldDefinition[] = [
  longMessage('emailRequired', 'Email missing', 'Shown at the field.'),
  longMessage('emailInvalid', 'Email invalid', 'Shown at the field. Say what an email looks like.'),
  longMessage('emailTaken', 'Email in use', 'Shown when another account already has the email.'),
  longMessage('emailUndeliverable', 'Email rejected', 'Shown when the service can’t send to this email.'),
  longMessage('passwordRequired', 'Password missing', 'Shown at the field.'),
  longMessage('passwordShort', 'Password too short', 'Shown at the field.', { placeholders: ['min'] }),
  longMessage('passwordLong', 'Password too long', 'Shown at the field.'),
  longMessage(
    'passwordCharacters',
    'Password too simple',
    'Shown when required kinds of characters are missing.',
  ),
  longMessage('passwordLeaked', 'Password leaked', 'Shown when the password is on a list of leaked ones.'),
  longMessage('passwordWeak', 'Password too weak', 'Shown when the service gives no other reason.'),
  longMessage('passwordSame', 'Password unchanged', 'Shown when the new password is the old one.'),
  longMessage('passwordWrong', 'Current password wrong', 'Shown at the field for the current password.'),
  longMessage('codeRequired', 'Code missing', 'Shown at the field.'),
  longMessage('codeShape', 'Code not a number', 'Shown at the field.'),
  longMessage('codeWrong', 'Code from an email wrong', 'Shown at the field.'),
  longMessage('appCodeWrong', 'Code from an app wrong', 'Shown at the field.'),
]

/** Errors of requests. `lib/auth/browser/problems.ts` maps error codes to these names. */
const requestErrors: FieldDefinition[] = [
  longMessage('invalidCredentials', 'Wrong email or password', 'Never say which of the two is wrong.'),
  longMessage('emailNotConfirmed', 'Not confirmed yet', 'A button that resends the email is below.'),
  longMessage('userBanned', 'Blocked', 'The studio blocked the account.'),
  longMessage('signUpClosed', 'No new accounts', 'The service accepts no new accounts.'),
  longMessage('wayClosed', 'Sign-in method off', 'This sign-in method is turned off in the service.'),
  longMessage('tooManyMails', 'Too many emails', 'The service sends one email per minute.'),
  longMessage('tooManyTries', 'Too many attempts', 'The service limits the number of attempts.'),
  longMessage('captchaFailed', 'CAPTCHA failed', 'The check against bots failed.'),
  longMessage('serviceDown', 'Service down', 'The account service doesn’t respond or returns an error.'),
  longMessage('noAnswer', 'No response', 'The connection was lost or timed out.'),
  longMessage('offline', 'Offline', 'The visitor has no connection.'),
  longMessage(
    'pageOutdated',
    'Page outdated',
    'The site was updated after the page was opened, and a reload didn’t help.',
  ),
  longMessage('linkExpired', 'Link used or expired', 'Shown for a link in an email.'),
  longMessage(
    'sessionEnded',
    'Signed out elsewhere',
    'The session was ended on another device or has expired.',
  ),
  longMessage('accountGone', 'Account deleted', 'The account was deleted in the meantime.'),
  longMessage(
    'secondFactorNeeded',
    'Two-step sign-in needed',
    'Shown where the code from the app is required first.',
  ),
  longMessage('secondFactorLimit', 'Too many apps', 'The account can’t have another app.'),
  longMessage('secondFactorOff', 'Two-step sign-in off', 'It’s turned off in the service.'),
  longMessage(
    'reauthenticationNeeded',
    'Signed in too long ago',
    'Shown where the password is required again.',
  ),
  longMessage('storageBlocked', 'Storage blocked', 'The browser stores no data for the site.'),
  longMessage(
    'membershipNotEnded',
    'Membership not canceled',
    'Shown when an account can’t be deleted because of its membership.',
  ),
  longMessage(
    'accountNotDeleted',
    'Account not deleted',
    'Shown when deleting failed after the membership was canceled.',
  ),
  longMessage('unexpected', 'Anything else', 'Shown when no other message applies.'),
]

/** All messages of sign-up, sign-in and the account that several pages share. */
export const accountMessages: FieldDefinition[] = [...sharedLabels, ...fieldErrors, ...requestErrors]
