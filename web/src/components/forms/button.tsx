import type { ComponentProps, MouseEvent } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { cn } from '../../lib/cn';
import styles from './button.module.css';

interface Look {
  /** At most one `primary` per view. The quiet ones repeat with every entry, so they show their colour only on hover or focus. */
  variant?: 'primary' | 'outline' | 'danger' | 'plain' | 'plainDanger' | 'quiet' | 'quietDanger';
  wide?: boolean;
}

type ButtonProps = ComponentProps<'button'> &
  Look & {
    /** While work is in progress, the button keeps its focus and its name, and ignores presses. */
    busy?: boolean;
  };

export function Button({
  variant = 'outline',
  wide,
  busy,
  className,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type={type}
      className={cn(styles.button, styles[variant], wide && styles.wide, className)}
      aria-disabled={busy ? true : undefined}
      onClick={press}
      {...rest}
    />
  );
}

export function ButtonLink({ variant = 'outline', wide, className, ...rest }: LinkProps & Look) {
  return <Link className={cn(styles.button, styles[variant], wide && styles.wide, className)} {...rest} />;
}
