-- Why a membership was canceled: Stripe's reason, or `payment_disputed` if the site canceled it because of a dispute.
alter table public.subscriptions add column cancel_reason text;
