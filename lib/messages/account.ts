import { defineArea } from './defineArea'

export const account = defineArea('Accounts', 'Labels and errors for sign-up, sign-in and the account.', {
  scriptNeeded: [
    'Turn on JavaScript and reload, or use one of these links:',
    'Without JavaScript',
    'Shown instead of the forms in browsers without JavaScript, above links to the contact form and the billing link.',
  ],
  emailLabel: ['Email', 'Email', 'Label of the field.'],
  passwordLabel: ['Password', 'Password', 'Label of the field.'],
  newPasswordLabel: ['New password', 'New password', 'Label of the field.'],
  currentPasswordLabel: [
    'Current password',
    'Current password',
    'Label of the field when the password is required again.',
  ],
  codeLabel: ['Code from the email', 'Code from an email', 'Label of the field.'],
  appCodeLabel: [
    'Code from your authenticator app',
    'Code from an app',
    'Label of the field for two-step sign-in.',
  ],
  showPassword: ['Show password', 'Show the password', 'Beside the checkbox that shows the password.'],
  passwordHint: [
    'At least {min} characters. Several words in a row are easy to remember and hard to guess.',
    'New password: hint',
    'Below the field. Say what a password needs.',
  ],
  working: ['One moment', 'In progress', 'On a button, and read by screen readers, while a request runs.'],
  accountNote: [
    'Account: {email}',
    'Account that a link belongs to',
    'Above a form opened from a link in an email. Say whose account it is.',
  ],
  choosePasswordHeading: [
    'Choose your password',
    'First password: heading',
    'Shown when a sign-up link is opened in another tab or on another device.',
  ],
  choosePasswordText: [
    'Your email is confirmed. Choose a password. Any password entered earlier no longer works.',
    'First password: text',
    'Below that heading. Say why a password is needed.',
  ],
  choosePasswordSubmit: ['Save password', 'First password: button', 'On the button.'],
  securityGroup: ['Security', 'Account: security', 'Above email, password, two-step sign-in and sign-out.'],
  resend: ['Send it again', 'Send again', 'On the button that resends an email.'],
  resent: [
    'We’re sending another email, unless we’ve just sent one. Only the newest one works.',
    'Sent again',
    'Shown after another email is requested. At most one a minute is sent.',
  ],
  startOver: ['Start over', 'Start over', 'On the button that returns to the first form.'],
  secondFactorHeading: [
    'Enter your code',
    'Two-step sign-in: heading',
    'Shown to users with an authenticator app after they enter the password.',
  ],
  secondFactorText: [
    'Your account is protected with two-step sign-in. Enter the code from your authenticator app. If you’ve lost your phone, set up the app again with the key you saved, or contact us.',
    'Two-step sign-in: text',
    'Below that heading. Say what to do if the phone is lost.',
  ],
  secondFactorSubmit: ['Confirm', 'Two-step sign-in: button', 'On the button.'],
  secondFactorLeave: [
    'Sign out',
    'Two-step sign-in: sign out',
    'Below that button, for users without access to the app.',
  ],
  portalText: [
    'Only want to cancel or change your card? No sign-in needed:',
    'Cancel without signing in: text',
    'Before the link to Stripe’s sign-in page.',
  ],
  contactLink: ['Open the contact form', 'Two-step sign-in: contact', 'For users who have lost their phone.'],
  portalLogin: [
    'Email me a billing link',
    'Cancel without signing in: link',
    'On the link to Stripe’s sign-in page for canceling, cards and invoices: below two-step sign-in, and for guests.',
  ],
  emailRequired: ['Please enter your email.', 'Email missing', 'Shown below the field.'],
  emailInvalid: [
    'This isn’t a valid email. It should look like name@example.com.',
    'Email invalid',
    'Shown below the field. Say what an email looks like.',
  ],
  emailSuggestion: [
    'Did you mean {email}?',
    'Email mistyped',
    'On the button that corrects the email, below the field.',
  ],
  emailTaken: [
    'Another account already has this email. Please use a different one.',
    'Email in use',
    'Shown when another account already has the email.',
  ],
  emailUndeliverable: [
    'We can’t send messages to this email. Please use another one.',
    'Email rejected',
    'Shown when the service can’t send to this email.',
  ],
  passwordRequired: ['Please enter your password.', 'Password missing', 'Shown below the field.'],
  passwordShort: ['Please use at least {min} characters.', 'Password too short', 'Shown below the field.'],
  passwordLong: [
    'This password is too long. Use fewer characters.',
    'Password too long',
    'Shown below the field.',
  ],
  passwordCharacters: [
    'Use lowercase and uppercase letters, numbers and symbols.',
    'Password too simple',
    'Shown when required kinds of characters are missing.',
  ],
  passwordLeaked: [
    'This password is on lists of stolen passwords. Please choose another one.',
    'Password leaked',
    'Shown when the password is on a list of leaked or common ones.',
  ],
  passwordPersonal: [
    'Please don’t use your email or our name as your password.',
    'Password is the email or our name',
    'Shown below the field.',
  ],
  passwordWeak: [
    'This password is too easy to guess. Please choose a longer one.',
    'Password too weak',
    'Shown when the service gives no other reason.',
  ],
  emailSame: ['This is already your email.', 'Email unchanged', 'Shown when both emails are the same.'],
  passwordSame: [
    'This is the password you have now. Please choose a different one.',
    'Password unchanged',
    'Shown when both passwords are the same.',
  ],
  passwordWrong: [
    'This isn’t your current password.',
    'Current password wrong',
    'Shown below the field for the current password.',
  ],
  codeRequired: ['Please enter the code.', 'Code missing', 'Shown below the field.'],
  codeShape: ['Enter the whole code. It contains only digits.', 'Code incomplete', 'Shown below the field.'],
  codeWrong: [
    'This code is wrong or has expired. Please check it, or request a new one.',
    'Emailed code wrong',
    'Shown below the field.',
  ],
  appCodeWrong: [
    'This code isn’t right. It changes every 30 seconds, so please enter the one your app shows now.',
    'App code wrong',
    'Shown below the field.',
  ],
  invalidCredentials: [
    'Incorrect email or password. Please check both, or reset your password with the link below.',
    'Wrong email or password',
    'Never say which of the two is wrong.',
  ],
  emailNotConfirmed: [
    'Your email isn’t confirmed yet. Open the link we sent you, or request another.',
    'Not confirmed yet',
    'Shown above a button that resends the email.',
  ],
  userBanned: [
    'This account is blocked. If you think that’s a mistake, please contact us.',
    'Blocked',
    'The studio blocked the account.',
  ],
  signUpClosed: [
    'You can’t create an account right now. Please try again later, or contact us.',
    'No new accounts',
    'The service accepts no new accounts.',
  ],
  wayClosed: [
    'You can’t sign in this way right now. Please sign in another way, or contact us.',
    'Sign-in method off',
    'This sign-in method is turned off in the service.',
  ],
  tooManyMails: [
    'We just emailed you. Check your inbox, or try again in a minute.',
    'Too many emails',
    'The service sends one email per minute.',
  ],
  tooManyTries: [
    'Too many attempts. Try again in a few minutes.',
    'Too many attempts',
    'The service limits the number of attempts.',
  ],
  captchaFailed: [
    'We couldn’t confirm you’re human. Turn off content blockers and try again.',
    'CAPTCHA failed',
    'The CAPTCHA failed or couldn’t be loaded.',
  ],
  serviceDown: [
    'Sign-in is temporarily unavailable. That’s on us. What you entered is still here. Please try again soon.',
    'Service down',
    'The account service doesn’t respond or returns an error.',
  ],
  noAnswer: [
    'We couldn’t connect. What you entered is still here. Please try again.',
    'No response',
    'The connection was lost or timed out.',
  ],
  offline: [
    'You seem to be offline. What you entered is still here. Try again when you’re back online.',
    'Offline',
    'The visitor has no connection.',
  ],
  pageOutdated: [
    'The site has been updated since you opened this page. Close this tab and open the page again.',
    'Page outdated',
    'The site was updated after the page was opened, and a reload didn’t help.',
  ],
  linkExpired: [
    'This link has been used or has expired. Please request another.',
    'Link used or expired',
    'Shown for a link in an email.',
  ],
  sessionEnded: [
    'You’ve been signed out. Please sign in again.',
    'Signed out elsewhere',
    'The session was ended on another device or has expired.',
  ],
  accountGone: [
    'This account no longer exists. Questions? Contact us.',
    'Account deleted',
    'The account was deleted in the meantime.',
  ],
  secondFactorNeeded: [
    'Please enter the code from your authenticator app first.',
    'Two-step sign-in needed',
    'Shown where the code from the app is required first.',
  ],
  secondFactorLimit: [
    'You can’t add another app to this account. Please remove one first.',
    'Too many apps',
    'The account can’t have another app.',
  ],
  secondFactorOff: [
    'Two-step sign-in isn’t available right now. Please try again later.',
    'Two-step sign-in off',
    'It’s turned off in the service.',
  ],
  reauthenticationNeeded: [
    'Please confirm it’s you with your password or a new code.',
    'Signed in too long ago',
    'Shown where the password is required again.',
  ],
  storageBlocked: [
    'Your browser won’t let this site keep you signed in. Please allow cookies and site data for this site, then reload the page.',
    'Storage blocked',
    'The browser stores no data for the site.',
  ],
  membershipNotEnded: [
    'We couldn’t delete your account right now. Your account and any membership are unchanged. If a payment is still processing, wait until it’s done. Then try again, or contact us.',
    'Membership not canceled',
    'Shown when deleting an account failed before its membership was canceled.',
  ],
  accountNotDeleted: [
    'We couldn’t finish deleting your account. Any membership may already be canceled. Please try again, or contact us.',
    'Account not deleted',
    'Shown when deleting failed while or after the membership was canceled.',
  ],
  unexpected: [
    'Something went wrong on our side. Please try again. If it happens again, contact us.',
    'Anything else',
    'Shown when no other message applies.',
  ],
})
