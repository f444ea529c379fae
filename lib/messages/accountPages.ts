import { defineArea, type Message } from './defineArea'

const heading = (text: string): Message => [
  text,
  'Heading',
  'The large line at the top. Say what the reader gets.',
  90,
]
const lead = (text: string): Message => [text, 'Lead', 'One or two sentences below the heading.', 320]

/** Messages of a page whose form is only for signed-out visitors. */
const signedIn = {
  signedInText: ['You’re signed in.', 'Signed in already', 'Shown to users who are signed in.'],
  accountLink: ['Go to your account', 'Link to the account', 'Shown to users who are signed in.'],
} as const

/** Messages of a page that emails a link and a code if there is an account. */
const linkSent = {
  sentHeading: ['Check your inbox', 'Sent: heading', 'Shown when the email was sent.'],
  sentText: [
    'If there’s an account for {email}, an email with a link and a code is on its way. Open the link on any device, or enter the code here. No email in two minutes? Send it again.',
    'Sent: text',
    'Below that heading.',
  ],
} as const

/** Defines the heading and the button that are shown before a link with this purpose is used. */
function defineLinkTexts<const Purpose extends string>(
  purpose: Purpose,
  title: string,
  heading: string,
  submit: string,
): Record<`${Purpose}${'Heading' | 'Submit'}`, Message> {
  const messages: Record<string, Message> = {
    [`${purpose}Heading`]: [heading, `${title}: heading`, 'Above the button that uses such a link.', 90],
    [`${purpose}Submit`]: [submit, `${title}: button`, 'On that button.', 60],
  }
  return messages
}

/** The default strings of the account pages, keyed by the type of the document that overrides them. */
export const accountPages = {
  signInPage: defineArea('Sign in', 'The form that signs users in.', {
    heading: heading('Welcome back'),
    lead: lead('Sign in to see your membership and your account.'),
    submit: ['Sign in', 'Button', 'On the button below the password.'],
    forgotLink: [
      'Forgot your password?',
      'Link: forgot password',
      'Leads to the page that resets a password.',
    ],
    mailButton: [
      'Email me a link instead',
      'Button: by email',
      'Sends a link and a code instead of requiring the password.',
    ],
    signUpText: ['No account yet?', 'Text before the link to sign up', 'For visitors without an account.'],
    signUpLink: ['Create one', 'Link to sign up', 'The link itself.'],
    ...linkSent,
    codeSubmit: ['Sign in with the code', 'Button: with a code', 'On the button below the code.'],
    ...signedIn,
  }),
  signUpPage: defineArea('Sign up', 'The form that creates an account.', {
    heading: heading('Create your account'),
    lead: lead('An account is free and lets you manage a membership. You can join without an account.'),
    submit: ['Create my account', 'Button', 'On the button.'],
    signInText: [
      'Have an account already?',
      'Text before the link to sign in',
      'For visitors with an account.',
    ],
    signInLink: ['Sign in', 'Link to sign in', 'The link itself.'],
    agreeText: [
      'By creating an account, you agree to:',
      'Terms and privacy',
      'Below the button, before the links to both pages.',
    ],
    termsLink: ['Terms', 'Link to the terms', 'Below the button.'],
    privacyLink: ['Privacy Policy', 'Link to the privacy policy', 'Below the button.'],
    sentHeading: ['Confirm your email', 'Sent: heading', 'Shown when the email was sent.'],
    sentText: [
      'Open the link we sent to {email}, or enter its code. Already have an account? Sign in instead.',
      'Sent: text',
      'Below that heading.',
      320,
    ],
    codeSubmit: ['Confirm', 'Button: with a code', 'On the button below the code.'],
    ...signedIn,
  }),
  forgotPasswordPage: defineArea('Forgot password', 'Sends the link that resets a password.', {
    heading: heading('Forgot your password?'),
    lead: lead('Enter your email, and we’ll send you a link to choose a new password.'),
    submit: ['Send me the link', 'Button', 'On the button.'],
    signInText: [
      'Remembered it?',
      'Text before the link to sign in',
      'For visitors who remember their password.',
    ],
    signInLink: ['Sign in', 'Link to sign in', 'The link itself.'],
    ...linkSent,
    codeSubmit: ['Continue', 'Button: with a code', 'On the button below the code.'],
  }),
  resetPasswordPage: defineArea('New password', 'The page that sets a new password.', {
    heading: heading('Choose a new password'),
    lead: lead('You’ll use it to sign in from now on.'),
    visitorHeading: [
      'Get a link to reset your password',
      'Heading without a link',
      'Shown to visitors without a link from an email.',
    ],
    submit: ['Save new password', 'Button', 'On the button.'],
    doneHeading: ['Your new password is saved', 'Saved: heading', 'Shown when the new password was saved.'],
    doneText: [
      'You’re signed in as {email}. The old password no longer works.',
      'Saved: text',
      'Below that heading.',
      320,
    ],
    continueLink: ['Continue', 'Link to continue', 'Below that text.'],
    missingText: [
      'To choose a new password, open the link in our email.',
      'Without a link',
      'Shown to visitors without a link from an email.',
      320,
    ],
    missingLink: ['Send me a link', 'Link to request one', 'Leads to the page that sends it.'],
  }),
  confirmPage: defineArea(
    'Links in emails',
    'The page that all links in our emails open. Pressing its button uses the link; opening the page doesn’t.',
    {
      heading: heading('One more step'),
      lead: lead('Press the button to finish. This signs you in. Didn’t request it? Close this page.'),
      submit: ['Continue', 'Button', 'On the button.'],
      signInText: [
        'You’re signing in as {email}. Didn’t request it? Close this page.',
        'Before the button: text',
        'Below the heading. Say whose account it is, and what to do if the visitor didn’t request the link.',
        320,
      ],
      ...defineLinkTexts('signIn', 'Sign in', 'Sign in', 'Sign in'),
      ...defineLinkTexts('membership', 'Paid membership', 'Open your membership', 'Open my membership'),
      ...defineLinkTexts('signUp', 'New account', 'Confirm your email', 'Confirm my email'),
      ...defineLinkTexts('reset', 'New password', 'Choose a new password', 'Continue'),
      ...defineLinkTexts('change', 'Change of email', 'Change your email?', 'Confirm the change'),
      changeText: [
        'From {email} to {newEmail}. Didn’t request it? Close this page.',
        'Change of email: text',
        'Below that heading.',
        320,
      ],
      signedInHeading: [
        'Is this your account?',
        'Signed in: heading',
        'Shown when the account’s email doesn’t match the email in the link.',
      ],
      changedHeading: ['Your email was changed', 'Changed: heading', 'Shown when an email was changed.'],
      signedInText: ['You’re signed in as {email}.', 'Signed in: text', 'Below these headings.', 320],
      continueLink: ['Continue', 'Link to continue', 'Below that text.'],
      halfHeading: [
        'One link left',
        'First link of a change: heading',
        'Shown after the first of the two links that change an email has been used.',
      ],
      halfText: [
        'We emailed {email} and {newEmail}. Open the link in the other email, too.',
        'First link of a change: text',
        'Below that heading.',
        320,
      ],
      incompleteHeading: [
        'Open the link in our email again',
        'Link incomplete: heading',
        'Shown to visitors without a link.',
      ],
      incompleteText: [
        'This page needs the whole link from our email. Please open that link again.',
        'Without a link',
        'Shown when the URL is incomplete.',
        320,
      ],
      expiredHeading: [
        'This link doesn’t work anymore',
        'Link used or expired: heading',
        'Shown when the link doesn’t work.',
      ],
      expiredText: [
        'This link was used, has expired, or was replaced by a newer one. Enter your email for another.',
        'Link used or expired: text',
        'Below that heading.',
        320,
      ],
      expiredChangeText: [
        'Links work once, for an hour. Sign in and change your email again.',
        'Expired change of email',
        'Shown instead for a change of email.',
        320,
      ],
      expiredInviteText: [
        'Links work once, for an hour. To get into your account, reset your password.',
        'Expired invitation',
        'Shown instead for an invitation.',
        320,
      ],
      expiredSubmit: ['Send me a new link', 'Button: a new link', 'On the button.'],
      sentHeading: ['Check your inbox', 'Sent: heading', 'Shown when the email was sent.'],
      sentText: [
        'If there’s an account for {email}, a new email is on its way. Only the newest link works.',
        'Sent: text',
        'Below that heading.',
        320,
      ],
      accountLink: ['Go to your account', 'Link to the account', 'Leads to the page that changes an email.'],
      forgotLink: [
        'Reset my password',
        'Link: reset the password',
        'Leads to the page that resets a password.',
      ],
    },
  ),
  accountPage: defineArea('Account', 'Where users change their email, password and security settings.', {
    heading: heading('Your account'),
    lead: lead('Your membership, email, password and security.'),
    signedOutHeading: ['You’re signed out', 'Signed out: heading', 'Shown after signing out.'],
    signedOutText: [
      'Please sign in to see your account.',
      'Signed out',
      'Shown to visitors who aren’t signed in.',
      320,
    ],
    signInLink: ['Sign in', 'Link to sign in', 'Below that text.'],
    signedInText: ['Signed in as {email}', 'Signed in', 'At the top.'],
    failedText: [
      'We can’t show your account right now. Nothing about it has changed. Please try again soon.',
      'Account not loaded',
      'Shown when the account service couldn’t be reached.',
    ],
    retry: ['Try again', 'Try again', 'On the button, when the account could not be loaded.'],
    emailHeading: ['Email', 'Email: heading', 'Above the form that changes the email.'],
    emailText: [
      'We’ll send links to your current and new emails. Open both.',
      'Email: text',
      'Below that heading.',
      320,
    ],
    emailPendingText: [
      'Your email changes to {newEmail} once you’ve opened the links in both emails. If a link no longer works, change your email again.',
      'Email: change not finished',
      'Shown instead until both links are opened.',
    ],
    newEmailLabel: ['New email', 'New email', 'Label of the field.'],
    emailSubmit: ['Change email', 'Email: button', 'On the button.'],
    emailSentText: [
      'We sent one link to {newEmail} and one to {email}. Please open both. Nothing changes until you do.',
      'Email: links sent',
      'Shown when the links were sent.',
      320,
    ],
    passwordHeading: ['Password', 'Password: heading', 'Above the form that changes the password.'],
    passwordSubmit: ['Save password', 'Password: button', 'Users may not have a password yet.'],
    passwordCodeText: [
      'You signed in a while ago. We’ve sent a code to {email}; please enter it below.',
      'Password: code sent',
      'Shown when a code is needed.',
      320,
    ],
    passwordDone: [
      'Your new password is saved.',
      'Password: changed',
      'Shown when the new password was saved.',
      320,
    ],
    factorHeading: ['Two-step sign-in', 'Two-step sign-in: heading', 'Above the section about the app.'],
    factorOffText: [
      'Require a code from your phone as well, so a stolen password isn’t enough.',
      'Two-step sign-in is off',
      'Say what it’s for.',
      320,
    ],
    factorOnText: [
      'It’s on. When you sign in, we’ll ask for a code from your app. Lost your phone? Use a second app, or set up a new one with the key you saved. If you have neither, contact us: once we’ve confirmed it’s you, we’ll turn it off.',
      'Two-step sign-in is on',
      'Say what it does, and what to do if the phone is lost.',
    ],
    factorStart: ['Set it up', 'Two-step sign-in: begin', 'On the button.'],
    factorScanText: [
      'Scan this QR code with an authenticator app, or enter the key. Then enter the app’s code. Save the key in a safe place: if you lose your phone, you’ll need it to set up the app again.',
      'Two-step sign-in: scan',
      'Above the QR code. There are no recovery codes, so say what the key is for.',
      320,
    ],
    factorPicture: [
      'QR code for the authenticator app',
      'Two-step sign-in: QR code',
      'Read by screen readers for the QR code.',
    ],
    factorOpen: [
      'Open my authenticator app',
      'Two-step sign-in: open the app',
      'On the link that opens the app on a phone.',
    ],
    factorKey: ['Key', 'Two-step sign-in: key', 'Beside the key.'],
    factorSubmit: ['Turn it on', 'Two-step sign-in: turn on', 'On the button.'],
    factorCancel: ['Not now', 'Two-step sign-in: cancel', 'On the button.'],
    factorAdded: [
      'Your app was added, and two-step sign-in is on. You’ve been signed out on your other devices.',
      'Two-step sign-in: done',
      'Shown when it’s set up.',
      320,
    ],
    factorItem: [
      'App added on {date}',
      'Two-step sign-in: an app',
      'Shown for each app when there are several.',
    ],
    factorAnother: ['Add another app', 'Two-step sign-in: another app', 'On the button that adds one more.'],
    factorRemove: ['Turn it off', 'Two-step sign-in: turn off', 'On the button.'],
    factorRemoved: ['Two-step sign-in is off.', 'Two-step sign-in: turned off', 'After turning it off.', 320],
    factorRemoveOne: ['Remove', 'Two-step sign-in: remove one', 'On the button beside each of several apps.'],
    factorRemovedOne: [
      'The app was removed. Use the other one to sign in.',
      'Two-step sign-in: one removed',
      'Shown when one of several apps was removed.',
      320,
    ],
    sessionsHeading: ['Sign out', 'Sign out: heading', 'Above the buttons.'],
    sessionsText: [
      'Sign out on this device only, or everywhere you’re signed in.',
      'Sign out: text',
      'Below that heading.',
      320,
    ],
    signOutHere: ['Sign out', 'Sign out: here', 'On the button.'],
    signOutEverywhere: ['Sign out everywhere', 'Sign out: everywhere', 'On the button.'],
    deleteHeading: ['Delete your account', 'Delete: heading', 'Above the section on account deletion.'],
    deleteText: [
      'Deleting your account cancels any membership immediately, without refunding unused time or hours. You can’t undo this.',
      'Delete: text',
      'Say what happens to the membership.',
    ],
    deleteEndedText: [
      'Deleting your account removes your sign-in and your access to past invoices. You can’t undo this.',
      'Delete: text after a membership',
      'Shown instead to former members.',
    ],
    deleteKeepText: [
      'To keep your membership until {date}, cancel it in Manage Subscription instead.',
      'Delete: cancel instead',
      'Below that text, for members whose membership renews.',
    ],
    deleteStart: ['Delete my account', 'Delete: begin', 'On the button.'],
    deleteConfirmText: [
      'To confirm it’s you, enter your password. If you don’t have one, we’ll email you a code.',
      'Delete: confirm',
      'Above the field for the password.',
      320,
    ],
    deleteMailButton: ['Send me a code', 'Delete: by code', 'On the button that sends a code.'],
    deleteCodeText: [
      'We emailed a code to {email}. Enter it here.',
      'Delete: code sent',
      'Shown when the code was sent.',
      320,
    ],
    deleteFactorHeading: [
      'Enter your code to delete your account',
      'Delete: heading with two-step sign-in',
      'Above the field for the code from the app.',
    ],
    deleteSubmit: ['Delete permanently', 'Delete: button', 'On the button that deletes the account.'],
    deleteCancel: ['Keep my account', 'Delete: cancel', 'On the button.'],
    deletedHeading: ['Your account was deleted', 'Deleted: heading', 'Shown when the account was deleted.'],
    deletedText: [
      'Thanks for your time with us. Any membership is canceled, and nothing more will be charged.',
      'Deleted: text',
      'Below that heading.',
      320,
    ],
    homeLink: ['Go to the home page', 'Deleted: link', 'Leads to the home page.'],
  }),
}
