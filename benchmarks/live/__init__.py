"""What the measurements of the live table share: servers in processes of their own, clients, and how both fare."""
