"""What the window asks of the functions, and what it is answered: plain values between processes."""
