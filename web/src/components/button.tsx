import type { ComponentProps, MouseEvent } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { cn } from '../lib/cn';
import styles from './button.module.css';

interface Look {
  /** At most one `primary` a view. The quiet ones are repeated with every entry: they show their colour to who uses them. */
  variant?: 'primary' | 'outline' | 'danger' | 'plain' | 'plainDanger' | 'quiet' | 'quietDanger';
  wide?: boolean;
}

type ButtonProps = ComponentProps<'button'> &
  Look & {
    /** Work is under way: the button keeps its focus and its name, and ignores presses. */
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
